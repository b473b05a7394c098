package io.holdfast;

/** In which order those who wait for a lock get it. */
public enum Order {

    /**
     * First come, first served between clients, and a client passes the lock on among its own threads for one bounded
     * batch (at most 32 grants or 20 ms, whichever ends first) before the next client has its turn.
     *
     * <p>Nobody starves, and under contention most grants cost no request to the store. This is the default.
     */
    BATCHED,

    /** First come, first served between clients, one grant each: every grant goes through the store's queue. */
    STRICT
}
