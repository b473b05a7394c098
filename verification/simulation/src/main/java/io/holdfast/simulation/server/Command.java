package io.holdfast.simulation.server;

import org.jspecify.annotations.Nullable;

/** Something that clients and scripts can send. */
@FunctionalInterface
interface Command {

    /**
     * Does it.
     *
     * @param data what it is done to
     * @param words what was sent: its name, and the arguments
     * @return the reply: {@link Long}, {@link String}, {@link Status}, a list of such, or null for nothing
     * @throws Refusal if it cannot be done
     */
    @Nullable
    Object run(Keyspace data, String[] words);
}
