package io.holdfast.simulation;

import io.holdfast.history.Promises;
import java.time.Duration;
import java.util.Optional;

/** In which way servers belong together. */
public enum Topology {
    /** One server. */
    SINGLE(1, Duration.ofSeconds(15), Duration.ofMillis(2_500), true),

    /** A master, and a replica that is a little behind and takes its place. */
    FAILOVER(2, Duration.ofSeconds(15), Duration.ofMillis(2_500), true),

    /** Five masters that know nothing of each other. */
    QUORUM(5, Duration.ofSeconds(75), Duration.ofSeconds(5), false);

    final int nodes;
    final boolean isOne;

    @SuppressWarnings("ImmutableEnumChecker") // A record of such.
    private final Promises promises;

    Topology(int nodes, Duration recovery, Duration soon, boolean isOne) {
        this.nodes = nodes;
        this.isOne = isOne;
        Duration late = Duration.ofMillis(100);
        Duration overtaking = Duration.ofMillis(300);
        this.promises = new Promises(
                true, true, isOne, soon, recovery, late, isOne ? Optional.of(overtaking) : Optional.empty());
    }

    /**
     * {@return the servers of a seed}
     *
     * @param seed any number
     */
    public static Topology of(long seed) {
        int kind = Math.floorMod(seed, 20);
        return kind < 13 ? SINGLE : kind < 19 ? FAILOVER : QUORUM;
    }

    /** {@return on how many servers a lock is} */
    public int servers() {
        return isOne ? 1 : nodes;
    }

    /** {@return what is promised while no server forgets what it has acknowledged} */
    Promises promises() {
        return promises;
    }
}
