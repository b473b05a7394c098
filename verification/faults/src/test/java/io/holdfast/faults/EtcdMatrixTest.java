package io.holdfast.faults;

/** An etcd server that breaks, and what holds all the same. */
class EtcdMatrixTest extends MatrixTest {

    EtcdMatrixTest() {
        super(Topology.ETCD);
    }
}
