package io.holdfast;

import org.jspecify.annotations.Nullable;

/**
 * The store is not set up as it has to be: an unknown or wrong URI, missing rights, a wrong password. Trying again will
 * not help.
 */
public class StoreConfigurationException extends HoldfastException {

    private static final long serialVersionUID = 1L;

    /**
     * A failure.
     *
     * @param lock the name of the lock, if it concerns one
     * @param message what happened, and what to do
     * @param cause what it came from, if anything
     */
    public StoreConfigurationException(@Nullable String lock, String message, @Nullable Throwable cause) {
        super(lock, message, cause);
    }
}
