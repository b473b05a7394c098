package io.holdfast;

import org.jspecify.annotations.Nullable;

/**
 * The lock was busy for as long as the caller was ready to wait. The caller does not hold it.
 *
 * <p>The message says who held it. If that goes on, look at {@link Holdfast#locks()}.
 */
public class LockTimeoutException extends HoldfastException {

    private static final long serialVersionUID = 1L;

    /**
     * A failure.
     *
     * @param lock the name of the lock, if it concerns one
     * @param message what happened, and what to do
     * @param cause what it came from, if anything
     */
    public LockTimeoutException(@Nullable String lock, String message, @Nullable Throwable cause) {
        super(lock, message, cause);
    }
}
