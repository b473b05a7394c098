package io.holdfast.faults;

/** A ZooKeeper server that breaks, and what holds all the same. */
class ZooKeeperMatrixTest extends MatrixTest {

    ZooKeeperMatrixTest() {
        super(Topology.ZOOKEEPER);
    }
}
