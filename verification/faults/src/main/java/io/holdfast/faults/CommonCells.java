package io.holdfast.faults;

/** Cells that do not depend on what keeps the locks, and what the others have in common. */
final class CommonCells {

    /** Longer than any lease here. */
    static final Rhythm PAUSE = Rhythm.of(1, 2_300, 2_800);

    /** Around the length of a lease, twice: sometimes it is ridden out, sometimes not. */
    static final Rhythm OUTAGE = new Rhythm(2, 400, 1_800, 1_300);

    static final Rhythm MOMENTS = Rhythm.of(5, 1, 50);
    static final Rhythm ONCE = Rhythm.of(1, 1, 50);

    static final String KEPT = "the store keeps what it acknowledged";
    static final String REPLICATION = "replication is asynchronous";

    /** What a round without a fault has to come to. */
    private static final int MANY = 100;

    private CommonCells() {}

    /** All of it is calm: here it counts who waits for how long, and in which order they are served. */
    static Cell nothing(Topology topology) {
        return Cell.exclusive(
                topology,
                "nothing",
                KEPT,
                Rhythm.NEVER,
                (scene, aim) -> () -> {},
                evidence -> evidence.tally().grants() > MANY);
    }

    static Cell clientKilled(Topology topology) {
        return Cell.exclusive(topology, "client killed", KEPT, ONCE, ClientFaults.killed(), Evidence::hasDeaths);
    }

    static Cell clientStopped(Topology topology) {
        return Cell.exclusive(topology, "client stopped", KEPT, PAUSE, ClientFaults.stopped(), Evidence::hasLosses);
    }
}
