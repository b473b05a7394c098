package io.holdfast;

import org.jspecify.annotations.Nullable;

/**
 * The store could not be reached, or did not answer in time. The caller does not hold the lock.
 *
 * <p>It is worth trying again. What the failed request may have left at the store is being cleaned up already.
 */
public class StoreUnavailableException extends HoldfastException {

    private static final long serialVersionUID = 1L;

    /**
     * A failure.
     *
     * @param lock the name of the lock, if it concerns one
     * @param message what happened, and what to do
     * @param cause what it came from, if anything
     */
    public StoreUnavailableException(@Nullable String lock, String message, @Nullable Throwable cause) {
        super(lock, message, cause);
    }
}
