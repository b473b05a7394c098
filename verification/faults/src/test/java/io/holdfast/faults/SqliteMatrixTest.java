package io.holdfast.faults;

/** Clients of a file that break, and what holds all the same. */
class SqliteMatrixTest extends MatrixTest {

    SqliteMatrixTest() {
        super(Topology.SQLITE);
    }
}
