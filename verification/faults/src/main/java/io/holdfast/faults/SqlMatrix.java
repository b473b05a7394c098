package io.holdfast.faults;

import static io.holdfast.faults.CommonCells.KEPT;
import static io.holdfast.faults.CommonCells.MOMENTS;
import static io.holdfast.faults.CommonCells.ONCE;
import static io.holdfast.faults.CommonCells.OUTAGE;
import static io.holdfast.faults.CommonCells.PAUSE;
import static io.holdfast.faults.CommonCells.REPLICATION;
import static io.holdfast.faults.Topology.FAILOVER;
import static io.holdfast.faults.Topology.MARIADB;
import static io.holdfast.faults.Topology.PGBOUNCER;
import static io.holdfast.faults.Topology.POSTGRES;
import static io.holdfast.faults.Topology.SQLITE;

import java.util.List;

/** What is broken at databases. */
final class SqlMatrix {

    private SqlMatrix() {}

    static List<Cell> cells() {
        return List.of(
                CommonCells.nothing(POSTGRES),
                CommonCells.clientKilled(POSTGRES),
                CommonCells.clientStopped(POSTGRES),
                clientKilledInTransaction(POSTGRES),
                clientStoppedInTransaction(POSTGRES),
                connectionsCut(POSTGRES),
                serverKilled(POSTGRES),
                Cell.exclusive(POSTGRES, "server stopped", KEPT, PAUSE, SqlFaults.stopped(), Evidence::isTold),
                Cell.exclusive(POSTGRES, "partition", KEPT, OUTAGE, NetworkFaults.cut(1), Evidence::isEnough)
                        .withNetwork(),
                Cell.exclusive(POSTGRES, "replies dropped", KEPT, OUTAGE, NetworkFaults.mute(1), Evidence::isEnough)
                        .withNetwork(),
                // Who works afterwards works with the other server, though it may not have been told.
                Cell.mayBeLost(FAILOVER, "failover", REPLICATION, ONCE, SqlFaults.failover(), Evidence::isEnough),
                Cell.mayBeLost(
                        FAILOVER,
                        "failover that loses the tail",
                        REPLICATION,
                        ONCE,
                        SqlFaults.failoverThatLosesTheTail(),
                        Evidence::isEnough),
                CommonCells.nothing(PGBOUNCER),
                clientStoppedInTransaction(PGBOUNCER),
                connectionsCut(PGBOUNCER),
                Cell.exclusive(
                        PGBOUNCER, "PgBouncer killed", KEPT, OUTAGE, SqlFaults.entranceKilled(), Evidence::isTold),
                CommonCells.nothing(MARIADB),
                CommonCells.clientKilled(MARIADB),
                clientStoppedInTransaction(MARIADB),
                connectionsCut(MARIADB),
                serverKilled(MARIADB),
                CommonCells.nothing(SQLITE),
                CommonCells.clientStopped(SQLITE),
                clientKilledInTransaction(SQLITE),
                clientStoppedInTransaction(SQLITE));
    }

    private static Cell clientKilledInTransaction(Topology topology) {
        return Cell.exclusive(
                topology,
                "client killed in a transaction",
                KEPT,
                ONCE,
                ClientFaults.killedInTransaction(),
                Evidence::hasDeaths);
    }

    private static Cell clientStoppedInTransaction(Topology topology) {
        return Cell.exclusive(
                topology,
                "client stopped in a transaction",
                KEPT,
                PAUSE,
                ClientFaults.stoppedInTransaction(),
                Evidence::isEnough);
    }

    private static Cell connectionsCut(Topology topology) {
        return Cell.exclusive(topology, "connections cut", KEPT, MOMENTS, SqlFaults.disconnected(), Evidence::isEnough);
    }

    private static Cell serverKilled(Topology topology) {
        return Cell.exclusive(topology, "server killed", KEPT, OUTAGE, SqlFaults.killed(), Evidence::isTold);
    }
}
