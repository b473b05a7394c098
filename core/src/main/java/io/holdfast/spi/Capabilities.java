package io.holdfast.spi;

import java.time.Duration;
import java.util.Set;

/**
 * What a store can do. What it does not declare is refused before the store is asked.
 *
 * @param features what it can do beyond one holder at a time
 * @param granularity the step of its clock: time as it counts it is up to that much off
 * @param slack how much longer than its lease the claim of a client that died may stay, and longer than
 *     {@link StoreSession#DEAD_AFTER} one that waits: where claims live as long as a session, until that ends
 * @param maxLease the longest lease, lock delay included, that it takes
 * @param maxSilence for how long at most it keeps a claim while nothing is heard of its client, however long the lease is:
 *     where claims live by a session, a long lease is told piece by piece. As long as {@code maxLease} elsewhere
 */
public record Capabilities(
        Set<Feature> features, Duration granularity, Duration slack, Duration maxLease, Duration maxSilence) {

    /** What a store may be able to do. */
    public enum Feature {
        /**
         * It keeps a queue: who joins it is granted in that order. Without it, joining answers
         * {@link Answer.Busy} and the engine tries again under a new owner id.
         */
        FIFO,
        /**
         * Whoever is granted while it waits is {@linkplain Signals told}, unless a message is lost. Without it, those who
         * wait are told by {@link Answer.Waiting#askAgain()} to ask again soon.
         */
        SIGNALS,
        /** It has readers and writers. */
        SHARED,
        /** It can turn a writer into a reader in one step: {@link StoreSession#downgrade}. */
        DOWNGRADE,
        /** It has semaphores. */
        PERMITS,
        /** It can change the number of a semaphore's permits while it is in use: {@link StoreSession#resize}. */
        RESIZE,
        /** It keeps the {@linkplain Ask#note() note} of a claim and shows it to those who inspect the lock. */
        NOTES,
        /** It can take several mutexes in one step, all or none: {@link StoreSession#acquireAll}. */
        TOGETHER,
        /** Clients in different processes exclude each other. */
        ACROSS_PROCESSES
    }

    /**
     * Makes the set unmodifiable.
     *
     * @param features what it can do
     * @param granularity the step of its clock
     * @param slack how much longer the claim of a client that died may stay
     * @param maxLease the longest lease
     * @param maxSilence for how long at most it keeps a claim while nothing is heard of its client
     */
    public Capabilities {
        features = Set.copyOf(features);
    }

    /**
     * A store that keeps each claim for its lease.
     *
     * @param features what it can do
     * @param granularity the step of its clock
     * @param slack how much longer the claim of a client that died may stay
     * @param maxLease the longest lease
     */
    public Capabilities(Set<Feature> features, Duration granularity, Duration slack, Duration maxLease) {
        this(features, granularity, slack, maxLease, maxLease);
    }

    /**
     * {@return whether the store can do that}
     *
     * @param feature what
     */
    public boolean has(Feature feature) {
        return features.contains(feature);
    }
}
