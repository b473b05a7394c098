package io.holdfast.faults;

/** A Cluster that breaks, and what holds all the same. */
class ClusterMatrixTest extends MatrixTest {

    ClusterMatrixTest() {
        super(Topology.CLUSTER);
    }
}
