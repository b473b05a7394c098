package io.holdfast;

import java.util.List;

/**
 * What a store knows of one lock at a moment.
 *
 * @param name the name of the lock
 * @param kind what it is used as
 * @param capacity how much of it there is: 1 for a mutex, the permits of a semaphore, and {@link Integer#MAX_VALUE} for a
 *     read/write lock
 * @param holders who holds it; more than one for readers and permits; empty in the moment between two holders
 * @param waiters who waits for it, first come first, as far as the store keeps an order
 */
public record LockInfo(String name, LockKind kind, int capacity, List<ClaimInfo> holders, List<ClaimInfo> waiters) {

    /**
     * Makes the lists unmodifiable.
     *
     * @param name the name of the lock
     * @param kind what it is used as
     * @param capacity how much of it there is
     * @param holders who holds it
     * @param waiters who waits for it
     */
    public LockInfo {
        holders = List.copyOf(holders);
        waiters = List.copyOf(waiters);
    }
}
