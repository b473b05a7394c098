package io.holdfast;

import org.jspecify.annotations.Nullable;

/**
 * This cannot be locked: a name that is not allowed, an option that cannot hold, a kind of lock that the store does not
 * have, or something at the store that is not such a lock. Trying again will not help.
 */
public class InvalidLockException extends HoldfastException {

    private static final long serialVersionUID = 1L;

    /**
     * A failure.
     *
     * @param lock the name of the lock, if it concerns one
     * @param message what happened, and what to do
     * @param cause what it came from, if anything
     */
    public InvalidLockException(@Nullable String lock, String message, @Nullable Throwable cause) {
        super(lock, message, cause);
    }
}
