package io.holdfast.spi;

import java.time.Duration;

/**
 * A claim that asks for a lock.
 *
 * @param name the lock
 * @param demand what part of it
 * @param owner an id that was never used before, by anybody
 * @param lease for how long to grant it if it is granted at once
 * @param grantLease for how long to grant it if that happens later, while nobody asks: at most {@code lease}, and short,
 *     since who was granted may be dead. The first renewal makes it {@code lease}.
 * @param lockDelay what to add to the store's expiry of a grant, beyond what the holder is told
 * @param block how many tokens are wanted with an exclusive grant; fewer may be given, but at least one
 * @param note what those who look at the lock are to see of this claim; mostly empty, and not empty only if the store
 *     declares {@link Capabilities.Feature#NOTES}
 */
public record Ask(
        String name,
        Demand demand,
        String owner,
        Duration lease,
        Duration grantLease,
        Duration lockDelay,
        int block,
        String note) {

    /**
     * A claim without a note.
     *
     * @param name the lock
     * @param demand what part of it
     * @param owner an id that was never used before, by anybody
     * @param lease for how long to grant it if it is granted at once
     * @param grantLease for how long to grant it if that happens later
     * @param lockDelay what to add to the store's expiry of a grant
     * @param block how many tokens are wanted with an exclusive grant
     */
    public Ask(
            String name,
            Demand demand,
            String owner,
            Duration lease,
            Duration grantLease,
            Duration lockDelay,
            int block) {
        this(name, demand, owner, lease, grantLease, lockDelay, block, "");
    }
}
