package io.holdfast.faults;

/** A PostgreSQL server that another replaces, and what holds all the same. */
class PostgresFailoverMatrixTest extends MatrixTest {

    PostgresFailoverMatrixTest() {
        super(Topology.FAILOVER);
    }
}
