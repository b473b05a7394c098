package io.holdfast.faults;

/** An etcd cluster that breaks, and what holds all the same. */
class EtcdClusterMatrixTest extends MatrixTest {

    EtcdClusterMatrixTest() {
        super(Topology.ETCD_CLUSTER);
    }
}
