package io.holdfast;

import org.jspecify.annotations.Nullable;

/**
 * The lease was lost while it was held: what was done under it may have overlapped with the work of another holder.
 *
 * <p>Check or undo that work; a resource that refuses old {@linkplain Lease#token() tokens} has done so already.
 */
public class LeaseLostException extends HoldfastException {

    private static final long serialVersionUID = 1L;

    /**
     * A failure.
     *
     * @param lock the name of the lock, if it concerns one
     * @param message what happened, and what to do
     * @param cause what it came from, if anything
     */
    public LeaseLostException(@Nullable String lock, String message, @Nullable Throwable cause) {
        super(lock, message, cause);
    }
}
