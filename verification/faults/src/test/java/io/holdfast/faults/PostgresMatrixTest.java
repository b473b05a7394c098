package io.holdfast.faults;

/** A PostgreSQL server that breaks, and what holds all the same. */
class PostgresMatrixTest extends MatrixTest {

    PostgresMatrixTest() {
        super(Topology.POSTGRES);
    }
}
