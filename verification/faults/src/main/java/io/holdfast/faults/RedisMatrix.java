package io.holdfast.faults;

import static io.holdfast.faults.CommonCells.KEPT;
import static io.holdfast.faults.CommonCells.MOMENTS;
import static io.holdfast.faults.CommonCells.ONCE;
import static io.holdfast.faults.CommonCells.OUTAGE;
import static io.holdfast.faults.CommonCells.PAUSE;
import static io.holdfast.faults.CommonCells.REPLICATION;
import static io.holdfast.faults.Topology.CLUSTER;
import static io.holdfast.faults.Topology.REDLOCK;
import static io.holdfast.faults.Topology.SENTINEL;
import static io.holdfast.faults.Topology.SINGLE;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What is broken at Redis servers. */
final class RedisMatrix {

    private static final Duration MINUTE = Duration.ofSeconds(60);

    private static final Rhythm SPELL = Rhythm.of(1, 2_000, 3_000);

    private static final String MAJORITY = "a majority keeps what it acknowledged";
    private static final String FORGETS = "the server forgets every lock";

    private RedisMatrix() {}

    static List<Cell> cells() {
        List<Cell> cells = new ArrayList<>();
        for (Topology topology : List.of(SINGLE, SENTINEL, CLUSTER, REDLOCK)) {
            cells.add(CommonCells.nothing(topology));
            cells.add(CommonCells.clientKilled(topology));
            cells.add(CommonCells.clientStopped(topology));
            cells.add(Cell.exclusive(
                    topology,
                    "scripts forgotten",
                    KEPT,
                    MOMENTS,
                    RedisFaults.scriptsForgotten(),
                    evidence -> evidence.grown("errorstat_NOSCRIPT") > 0));
            cells.add(Cell.exclusive(
                    topology,
                    "messages cut",
                    KEPT,
                    MOMENTS,
                    RedisFaults.disconnected("pubsub"),
                    Evidence::hasReconnects));
            cells.add(Cell.exclusive(
                    topology,
                    "connections cut",
                    KEPT,
                    MOMENTS,
                    RedisFaults.disconnected("normal", "pubsub"),
                    Evidence::hasReconnects));
        }
        single(cells);
        sentinel(cells);
        cluster(cells);
        redlock(cells);
        return List.copyOf(cells);
    }

    private static void single(List<Cell> cells) {
        cells.add(Cell.exclusive(SINGLE, "server stopped", KEPT, OUTAGE, RedisFaults.stopped(1), Evidence::isTold));
        cells.add(Cell.exclusive(
                SINGLE, "server killed with AOF", KEPT, OUTAGE, RedisFaults.killedWithFile(), Evidence::isTold));
        cells.add(Cell.mayBeLost(
                SINGLE, "server killed without AOF", FORGETS, OUTAGE, RedisFaults.killed(1), Evidence::isTold));
        cells.add(Cell.mayBeLost(
                SINGLE,
                "server restarted empty",
                FORGETS,
                Rhythm.of(2, 1, 50),
                RedisFaults.restartedEmpty(1),
                Evidence::isTold));
        cells.add(Cell.exclusive(SINGLE, "partition", KEPT, OUTAGE, NetworkFaults.cut(1), Evidence::isEnough)
                .withNetwork());
        cells.add(Cell.exclusive(SINGLE, "requests dropped", KEPT, OUTAGE, NetworkFaults.deaf(1), Evidence::isEnough)
                .withNetwork());
        cells.add(Cell.exclusive(SINGLE, "replies dropped", KEPT, OUTAGE, NetworkFaults.mute(1), Evidence::isEnough)
                .withNetwork());
        cells.add(Cell.exclusive(SINGLE, "loss of 20 %", KEPT, SPELL, NetworkFaults.lossy(1), Evidence::isEnough)
                .withNetwork());
        cells.add(Cell.mayBeLost(
                SINGLE,
                "clock 60 s forward",
                "locks end early by as much",
                ONCE,
                RedisFaults.clockStepped(MINUTE),
                Evidence::hasLosses));
        cells.add(Cell.exclusive(
                        SINGLE,
                        "clock 60 s back",
                        "locks only last longer",
                        ONCE,
                        RedisFaults.clockStepped(MINUTE.negated()),
                        Evidence::isEnough)
                .withLastingKeys());
        cells.add(Cell.mayBeLost(
                SINGLE,
                "eviction",
                "a held lock may be evicted",
                Rhythm.of(3, 50, 300),
                RedisFaults.evicting(),
                evidence -> evidence.grown("evicted_keys") > 0));
        cells.add(Cell.exclusive(SINGLE, "memory full", KEPT, OUTAGE, RedisFaults.full(), Evidence::isTold));
        cells.add(Cell.exclusive(
                SINGLE,
                "max clients",
                KEPT,
                OUTAGE,
                RedisFaults.maxClients(),
                evidence -> evidence.grown("rejected_connections") > 0));
    }

    private static void sentinel(List<Cell> cells) {
        cells.add(Cell.mayBeLost(SENTINEL, "failover", REPLICATION, ONCE, SentinelFaults.failover(), Evidence::isTold));
        cells.add(Cell.mayBeLost(
                SENTINEL,
                "failover that loses the tail",
                REPLICATION,
                ONCE,
                SentinelFaults.failoverThatLosesTheTail(),
                Evidence::isTold));
        cells.add(Cell.mayBeLost(
                SENTINEL,
                "master hangs",
                "for a moment there are two masters",
                ONCE,
                SentinelFaults.masterHangs(),
                Evidence::isTold));
        cells.add(Cell.exclusive(
                SENTINEL,
                "two Sentinels killed",
                KEPT,
                OUTAGE,
                SentinelFaults.sentinelsKilled(),
                Evidence::hasReconnects));
        cells.add(Cell.exclusive(SENTINEL, "partition", KEPT, OUTAGE, NetworkFaults.cut(3), Evidence::isEnough)
                .withNetwork());
    }

    private static void cluster(List<Cell> cells) {
        cells.add(Cell.mayBeLost(CLUSTER, "failover", REPLICATION, ONCE, ClusterFaults.failover(), Evidence::isTold));
        cells.add(Cell.mayBeLost(
                CLUSTER,
                "failover that loses the tail",
                REPLICATION,
                ONCE,
                ClusterFaults.failoverThatLosesTheTail(),
                Evidence::isTold));
        cells.add(Cell.exclusive(
                CLUSTER,
                "failover by command",
                "the replica has everything when it takes over",
                Rhythm.of(2, 1, 300),
                ClusterFaults.handover(),
                evidence -> evidence.grown("errorstat_MOVED") > 0));
        cells.add(Cell.mayBeLost(
                CLUSTER, "master hangs", REPLICATION, ONCE, ClusterFaults.masterHangs(), Evidence::isTold));
        cells.add(Cell.exclusive(
                CLUSTER,
                "slot migration",
                KEPT,
                Rhythm.of(3, 200, 900),
                ClusterFaults.migration(),
                evidence -> evidence.grown("errorstat_MOVED") > 0 && evidence.grown("errorstat_ASK") > 0));
        cells.add(Cell.exclusive(CLUSTER, "partition", KEPT, OUTAGE, NetworkFaults.cut(6), Evidence::isEnough)
                .withNetwork());
        cells.add(Cell.exclusive(CLUSTER, "loss of 20 %", KEPT, SPELL, NetworkFaults.lossy(6), Evidence::isEnough)
                .withNetwork());
    }

    private static void redlock(List<Cell> cells) {
        cells.add(Cell.exclusive(REDLOCK, "node killed", MAJORITY, OUTAGE, RedisFaults.killed(1), Evidence::isEnough));
        cells.add(Cell.exclusive(
                REDLOCK, "two nodes stopped", MAJORITY, OUTAGE, RedisFaults.stopped(2), Evidence::isEnough));
        cells.add(Cell.exclusive(
                REDLOCK,
                "three nodes stopped",
                "without a majority nobody holds",
                PAUSE,
                RedisFaults.stopped(3),
                Evidence::isTold));
        cells.add(Cell.exclusive(
                REDLOCK,
                "node restarted empty",
                "it has no vote until all leases are over",
                ONCE,
                RedisFaults.restartedEmpty(1),
                Evidence::isEnough));
        cells.add(Cell.exclusive(
                        REDLOCK,
                        "clock 60 s forward",
                        "a node whose clock is off has no vote",
                        ONCE,
                        RedisFaults.clockStepped(MINUTE),
                        Evidence::isEnough)
                .withLastingKeys());
        cells.add(Cell.exclusive(
                        REDLOCK,
                        "clock 60 s back",
                        "a node whose clock is off has no vote",
                        ONCE,
                        RedisFaults.clockStepped(MINUTE.negated()),
                        Evidence::isEnough)
                .withLastingKeys());
        cells.add(Cell.exclusive(
                        REDLOCK, "partition from two", MAJORITY, OUTAGE, NetworkFaults.cut(2), Evidence::isEnough)
                .withNetwork());
        cells.add(Cell.exclusive(
                        REDLOCK, "partition from all", MAJORITY, OUTAGE, NetworkFaults.cut(5), Evidence::isEnough)
                .withNetwork());
        cells.add(Cell.exclusive(
                        REDLOCK,
                        "replies of three dropped",
                        MAJORITY,
                        OUTAGE,
                        NetworkFaults.mute(3),
                        Evidence::isEnough)
                .withNetwork());
        cells.add(Cell.exclusive(REDLOCK, "loss of 20 %", MAJORITY, SPELL, NetworkFaults.lossy(5), Evidence::isEnough)
                .withNetwork());
    }
}
