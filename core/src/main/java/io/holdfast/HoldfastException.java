package io.holdfast;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The root of all that Holdfast throws. Each kind of failure is a type of its own. */
public abstract class HoldfastException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The name of the lock, if it concerns one. */
    private final @Nullable String lock;

    /**
     * A failure.
     *
     * @param lock the name of the lock, if it concerns one
     * @param message what happened, and what to do
     * @param cause what it came from, if anything
     */
    protected HoldfastException(@Nullable String lock, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.lock = lock;
    }

    /**
     * {@return the name of the lock that this concerns, if it concerns one}
     */
    public Optional<String> lockName() {
        return Optional.ofNullable(lock);
    }
}
