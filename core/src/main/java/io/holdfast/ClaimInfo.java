package io.holdfast;

import java.time.Duration;
import java.util.Optional;

/**
 * One place in a lock's queue: a holder, or one who waits. A client's threads that wait for one lock share a place.
 *
 * @param owner the id under which it stands there; never used twice
 * @param client whose it is, if the store knows (a holder that is not Holdfast has none)
 * @param units how much of the lock it takes: 1 for a mutex or a reader, the permits for a semaphore, and
 *     {@link Integer#MAX_VALUE} for a writer
 * @param token the first fencing token of its grant; 0 for one who waits, and for permits
 * @param age how long it has held, or waited
 * @param remaining how long the store keeps it if nothing more is heard of it
 * @param note what it says of itself, as a candidate in an {@link Election} does; mostly empty
 */
public record ClaimInfo(
        String owner,
        Optional<ClientInfo> client,
        int units,
        long token,
        Duration age,
        Duration remaining,
        String note) {

    /**
     * A place without a note.
     *
     * @param owner the id under which it stands there
     * @param client whose it is, if the store knows
     * @param units how much of the lock it takes
     * @param token the first fencing token of its grant, or 0
     * @param age how long it has held, or waited
     * @param remaining how long the store keeps it if nothing more is heard of it
     */
    public ClaimInfo(
            String owner, Optional<ClientInfo> client, int units, long token, Duration age, Duration remaining) {
        this(owner, client, units, token, age, remaining, "");
    }
}
