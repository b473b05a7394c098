package io.holdfast;

import java.util.List;

/**
 * Clients that wait for each other in a circle: each of them waits for a lock that the next one holds, or stands before it
 * for, and the last one for the first.
 *
 * @param waits who waits at which lock, in the order of the circle
 */
public record Deadlock(List<Wait> waits) {

    /**
     * A client that waits for the next one in the circle.
     *
     * @param client the client that waits
     * @param lock the name of the lock at which it does
     */
    public record Wait(ClientInfo client, String lock) {}

    /**
     * Makes the list unmodifiable.
     *
     * @param waits who waits at which lock
     */
    public Deadlock {
        waits = List.copyOf(waits);
    }
}
