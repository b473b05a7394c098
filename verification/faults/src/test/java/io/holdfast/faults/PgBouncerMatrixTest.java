package io.holdfast.faults;

/** A PgBouncer before a PostgreSQL server, of which one breaks, and what holds all the same. */
class PgBouncerMatrixTest extends MatrixTest {

    PgBouncerMatrixTest() {
        super(Topology.PGBOUNCER);
    }
}
