package io.holdfast.simulation.control;

import io.holdfast.simulation.World;
import io.holdfast.simulation.server.Status;
import org.jspecify.annotations.Nullable;

/** Ways in which locks were written before. */
public enum NaiveLock {
    /** {@code SET NX PX}, then {@code DEL}: whoever's it is, and whether or not its time is over. */
    SETNX_DEL,

    /** With an owner check, an end that its holder knows, and tokens from {@code INCR}. */
    INCR_TOKENS,

    /** The same on a majority of nodes: the token is the highest of their counters. */
    MAXIMUM_OF_COUNTERS;

    /** {@return clients that lock like this} */
    public World.Cast cast() {
        return (name, world, machine) -> new NaiveClient(name, world, machine, this);
    }

    String[] take(String script, String lock, String id, long lease) {
        return this == SETNX_DEL
                ? new String[] {"SET", lock, id, "NX", "PX", Long.toString(lease)}
                : new String[] {"EVAL", script, "2", lock, lock + ":token", id, Long.toString(lease)};
    }

    boolean isTaken(@Nullable Object reply) {
        return reply instanceof Status || (reply instanceof Long number && number > 0);
    }

    String[] give(String script, String lock, String id) {
        return this == SETNX_DEL ? new String[] {"DEL", lock} : new String[] {"EVAL", script, "1", lock, id};
    }

    boolean knowsItsEnd() {
        return this != SETNX_DEL;
    }
}
