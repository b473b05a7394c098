package io.holdfast.faults;

import static io.holdfast.faults.Topology.CLUSTER;
import static io.holdfast.faults.Topology.REDLOCK;
import static io.holdfast.faults.Topology.SENTINEL;
import static io.holdfast.faults.Topology.SINGLE;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** All cells: what is broken where, and what has to hold all the same. */
final class Matrix {

    private static final Duration MINUTE = Duration.ofSeconds(60);

    /** Longer than any lease here. */
    private static final Rhythm PAUSE = Rhythm.of(1, 2_300, 2_800);

    /** Around the length of a lease, twice: sometimes it is ridden out, sometimes not. */
    private static final Rhythm OUTAGE = new Rhythm(2, 400, 1_800, 1_300);

    private static final Rhythm MOMENTS = Rhythm.of(5, 1, 50);
    private static final Rhythm ONCE = Rhythm.of(1, 1, 50);
    private static final Rhythm SPELL = Rhythm.of(1, 2_000, 3_000);

    /** What a round without a fault has to come to. */
    private static final int MANY = 100;

    private static final String KEPT = "the store keeps what it acknowledged";
    private static final String MAJORITY = "a majority keeps what it acknowledged";
    private static final String FORGETS = "the server forgets every lock";
    private static final String REPLICATION = "replication is asynchronous";

    private Matrix() {}

    /** {@return all of them} */
    static List<Cell> cells() {
        List<Cell> cells = new ArrayList<>();
        for (Topology topology : Topology.values()) {
            // All of it is calm: here it counts who waits for how long, and in which order they are served.
            cells.add(Cell.exclusive(
                    topology,
                    "nothing",
                    KEPT,
                    Rhythm.NEVER,
                    (scene, aim) -> () -> {},
                    evidence -> evidence.tally().grants() > MANY));
            cells.add(
                    Cell.exclusive(topology, "client killed", KEPT, ONCE, ClientFaults.killed(), Evidence::hasDeaths));
            cells.add(Cell.exclusive(
                    topology, "client stopped", KEPT, PAUSE, ClientFaults.stopped(), Evidence::hasLosses));
            cells.add(Cell.exclusive(
                    topology,
                    "scripts forgotten",
                    KEPT,
                    MOMENTS,
                    ServerFaults.scriptsForgotten(),
                    evidence -> evidence.grown("errorstat_NOSCRIPT") > 0));
            cells.add(Cell.exclusive(
                    topology,
                    "messages cut",
                    KEPT,
                    MOMENTS,
                    ServerFaults.disconnected("pubsub"),
                    Evidence::hasReconnects));
            cells.add(Cell.exclusive(
                    topology,
                    "connections cut",
                    KEPT,
                    MOMENTS,
                    ServerFaults.disconnected("normal", "pubsub"),
                    Evidence::hasReconnects));
        }
        single(cells);
        sentinel(cells);
        cluster(cells);
        redlock(cells);
        return List.copyOf(cells);
    }

    /** {@return those of one topology} */
    static List<Cell> cells(Topology topology) {
        return cells().stream().filter(cell -> cell.topology() == topology).toList();
    }

    private static void single(List<Cell> cells) {
        cells.add(Cell.exclusive(SINGLE, "server stopped", KEPT, OUTAGE, ServerFaults.stopped(1), Evidence::isTold));
        cells.add(Cell.exclusive(
                SINGLE, "server killed with AOF", KEPT, OUTAGE, ServerFaults.killedWithFile(), Evidence::isTold));
        cells.add(Cell.mayBeLost(
                SINGLE, "server killed without AOF", FORGETS, OUTAGE, ServerFaults.killed(1), Evidence::isTold));
        cells.add(Cell.mayBeLost(
                SINGLE,
                "server restarted empty",
                FORGETS,
                Rhythm.of(2, 1, 50),
                ServerFaults.restartedEmpty(1),
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
                ServerFaults.clockStepped(MINUTE),
                Evidence::hasLosses));
        cells.add(Cell.exclusive(
                        SINGLE,
                        "clock 60 s back",
                        "locks only last longer",
                        ONCE,
                        ServerFaults.clockStepped(MINUTE.negated()),
                        Evidence::isEnough)
                .withLastingKeys());
        cells.add(Cell.mayBeLost(
                SINGLE,
                "eviction",
                "a held lock may be evicted",
                Rhythm.of(3, 50, 300),
                ServerFaults.evicting(),
                evidence -> evidence.grown("evicted_keys") > 0));
        cells.add(Cell.exclusive(SINGLE, "memory full", KEPT, OUTAGE, ServerFaults.full(), Evidence::isTold));
        cells.add(Cell.exclusive(
                SINGLE,
                "max clients",
                KEPT,
                OUTAGE,
                ServerFaults.maxClients(),
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
        cells.add(Cell.exclusive(REDLOCK, "node killed", MAJORITY, OUTAGE, ServerFaults.killed(1), Evidence::isEnough));
        cells.add(Cell.exclusive(
                REDLOCK, "two nodes stopped", MAJORITY, OUTAGE, ServerFaults.stopped(2), Evidence::isEnough));
        cells.add(Cell.exclusive(
                REDLOCK,
                "three nodes stopped",
                "without a majority nobody holds",
                PAUSE,
                ServerFaults.stopped(3),
                Evidence::isTold));
        cells.add(Cell.exclusive(
                REDLOCK,
                "node restarted empty",
                "it has no vote until all leases are over",
                ONCE,
                ServerFaults.restartedEmpty(1),
                Evidence::isEnough));
        cells.add(Cell.exclusive(
                        REDLOCK,
                        "clock 60 s forward",
                        "a node whose clock is off has no vote",
                        ONCE,
                        ServerFaults.clockStepped(MINUTE),
                        Evidence::isEnough)
                .withLastingKeys());
        cells.add(Cell.exclusive(
                        REDLOCK,
                        "clock 60 s back",
                        "a node whose clock is off has no vote",
                        ONCE,
                        ServerFaults.clockStepped(MINUTE.negated()),
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
