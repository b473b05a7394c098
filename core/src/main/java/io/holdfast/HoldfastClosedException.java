package io.holdfast;

import org.jspecify.annotations.Nullable;

/**
 * The client was closed, before the call or while it waited. The caller does not hold the lock.
 */
public class HoldfastClosedException extends HoldfastException {

    private static final long serialVersionUID = 1L;

    /**
     * A failure.
     *
     * @param lock the name of the lock, if it concerns one
     * @param message what happened, and what to do
     * @param cause what it came from, if anything
     */
    public HoldfastClosedException(@Nullable String lock, String message, @Nullable Throwable cause) {
        super(lock, message, cause);
    }
}
