package io.holdfast;

/** What became of a release. */
public enum Release {

    /** The lease was valid until it was released, and the lock is free for the next (or already passed on). */
    RELEASED,

    /** The lease had been lost before it could be released: somebody else may have held the lock meanwhile. */
    LOST,

    /**
     * The store did not answer, so it is not known whether the lock is free already.
     *
     * <p>The lease had not been lost as far as this client knows. The release goes on being tried in the background,
     * and the store frees the lock by itself when the lease ends.
     */
    UNCONFIRMED
}
