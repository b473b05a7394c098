package io.holdfast;

/**
 * Told what comes of a candidacy: on the client's executor, one call at a time, {@link #elected} and {@link #ceased} by
 * turns.
 */
public interface ElectionListener {

    /**
     * The candidate leads now.
     *
     * @param token the fencing token of its term: greater than that of every leader before
     */
    void elected(long token);

    /**
     * The candidate leads no more: it stepped down, closed its candidacy, or lost its lease.
     *
     * <p>In the first two cases nobody else is elected before this has returned. A loss is told at the deadline, before
     * the store lets another in, but the store does not wait for this to return.
     */
    void ceased();

    /**
     * The candidate takes part no more and will not by itself: its client was closed, or the store will never let it.
     *
     * @param reason why
     */
    default void stopped(HoldfastException reason) {}
}
