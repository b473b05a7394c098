package io.holdfast.engine;

import io.holdfast.HoldfastClosedException;
import io.holdfast.HoldfastException;
import io.holdfast.InvalidLockException;
import io.holdfast.NoQuorumException;
import io.holdfast.StoreConfigurationException;
import io.holdfast.StoreUnavailableException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** Makes of what a store threw what a caller is told. */
final class Failures {

    private final String store;

    Failures(String store) {
        this.store = store;
    }

    static Throwable unwrap(Throwable error) {
        Throwable unwrapped = error;
        while ((unwrapped instanceof CompletionException || unwrapped instanceof ExecutionException)
                && unwrapped.getCause() != null) {
            unwrapped = unwrapped.getCause();
        }
        return unwrapped;
    }

    /** Whether a request certainly was not executed, and trying again will not help. */
    static boolean isDefinite(@Nullable Throwable error) {
        return error instanceof InvalidLockException || error instanceof StoreConfigurationException;
    }

    /** A new exception for each caller, so that each has its own stack trace and suppressed ones. */
    HoldfastException of(@Nullable String lock, Throwable error) {
        String message = String.valueOf(error.getMessage());
        if (error instanceof InvalidLockException) {
            return new InvalidLockException(lock, message, error);
        } else if (error instanceof StoreConfigurationException) {
            return new StoreConfigurationException(lock, message, error);
        } else if (error instanceof HoldfastClosedException) {
            return new HoldfastClosedException(lock, message, error);
        } else if (error instanceof NoQuorumException) {
            return new NoQuorumException(lock, message, error);
        }
        String subject = lock == null ? "" : "Lock '" + lock + "' is not held: ";
        String reason = error instanceof HoldfastException ? message : error.toString();
        return new StoreUnavailableException(
                lock,
                subject + "the store " + store + " could not be reached or did not answer (" + reason
                        + "). It is worth trying again; what the request may have left is being cleaned up.",
                error);
    }

    HoldfastClosedException closed(@Nullable String lock) {
        String subject = lock == null ? "" : "Lock '" + lock + "' is not held: ";
        return new HoldfastClosedException(
                lock, subject + "this Holdfast client of " + store + " is closed. Open a new one to go on.", null);
    }
}
