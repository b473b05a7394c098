package io.holdfast;

import org.jspecify.annotations.Nullable;

/**
 * Fewer than a majority of the stores of a quorum could be reached. The caller does not hold the lock.
 */
public class NoQuorumException extends StoreUnavailableException {

    private static final long serialVersionUID = 1L;

    /**
     * A failure.
     *
     * @param lock the name of the lock, if it concerns one
     * @param message what happened, and what to do
     * @param cause what it came from, if anything
     */
    public NoQuorumException(@Nullable String lock, String message, @Nullable Throwable cause) {
        super(lock, message, cause);
    }
}
