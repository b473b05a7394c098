package io.holdfast.faults;

/** A ZooKeeper ensemble that breaks, and what holds all the same. */
class ZooKeeperEnsembleMatrixTest extends MatrixTest {

    ZooKeeperEnsembleMatrixTest() {
        super(Topology.ENSEMBLE);
    }
}
