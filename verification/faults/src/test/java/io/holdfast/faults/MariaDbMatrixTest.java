package io.holdfast.faults;

/** A MariaDB server that breaks, and what holds all the same. */
class MariaDbMatrixTest extends MatrixTest {

    MariaDbMatrixTest() {
        super(Topology.MARIADB);
    }
}
