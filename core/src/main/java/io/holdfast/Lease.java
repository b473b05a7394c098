package io.holdfast;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * A lock, held for a while: the handle that owns it, whichever thread uses it.
 *
 * <p>A lease is valid until a deadline that this process reckons by its own monotonic clock from <em>before</em> the
 * request for it was sent, less an allowance for drift; the store gives the lock to nobody else before that moment.
 * While {@linkplain LockOptions#renew(boolean) renewal} is on, the deadline moves ahead by itself. A store that cannot
 * be reached for a moment makes the lease {@link State#AT_RISK}; only the deadline passing, or the store's own word
 * that the lock is no longer ours, makes it {@link State#LOST}, and that is final.
 *
 * <p>No lease can see a pause that begins right after a check. A resource that can compare numbers should be given the
 * {@link #token()} and refuse one below the highest it has seen; that covers every pause.
 *
 * <pre>{@code
 * try (Lease lease = lock.acquire()) {
 *     Order order = load();
 *     lease.ensureValid();
 *     store.save(order, lease.token());
 * }
 * }</pre>
 *
 * <p>Memory effects: what a thread did before it released a lease happens-before what a thread of the same client
 * does after it acquired the same lock later. Between processes the shared resource itself has to provide that.
 *
 * <p>All methods may be called from any thread.
 */
public interface Lease extends AutoCloseable {

    /** What may be said of a lease at a moment. */
    enum State {
        /** Held, and valid. */
        HELD,
        /** Held, but the last renewal failed or the clocks moved apart: being retried until the deadline. */
        AT_RISK,
        /** Lost while it was held: somebody else may hold the lock. Final. */
        LOST,
        /**
         * Given back by its owner. Final, unless the store's answer to the release is that the lease had been lost
         * before.
         */
        RELEASED
    }

    /**
     * {@return the name of the lock}
     */
    String name();

    /**
     * {@return the fencing token of this grant: greater than that of every earlier exclusive grant of this lock}
     *
     * <p>A reader has the epoch it reads in instead (see {@link ReadWriteLock}), and permits have 0. It does not change
     * while the lease is held, and stays readable afterwards.
     */
    long token();

    /**
     * {@return whether the holder may act right now}
     *
     * <p>Reckoned from the clock at the moment of the call, not from what some timer has noticed: after a pause of the
     * whole process longer than the lease, the first call already answers {@code false}.
     */
    boolean isValid();

    /**
     * {@return how long the lease is valid from now on if it is never renewed again; zero when it is not valid}
     */
    Duration remaining();

    /**
     * {@return what may be said of this lease at this moment}
     */
    State state();

    /**
     * Returns if the lease is valid, and throws if it is not; to be called right before a commit.
     *
     * @throws LeaseLostException if the lease is not valid: lost, released, or in doubt after the machine was suspended
     */
    void ensureValid();

    /**
     * Registers what to do if this lease is lost.
     *
     * <p>It runs once, on the client's executor, as soon as the loss is known: at the deadline at the latest. If the
     * lease is lost already it runs at once; if the lease is released in good order it never runs.
     *
     * @param callback what to do; what it throws is logged
     */
    void onLost(Runnable callback);

    /**
     * Gives the lock back and waits for the store's answer, at most as long as the store's own time-out.
     *
     * <p>Never throws for a lost lease, and is not cut short by an interrupt (the flag is kept). Once it has returned,
     * nothing renews this lease. Calling it again returns the same answer.
     *
     * @return what became of it
     */
    Release release();

    /**
     * Gives the lock back without waiting.
     *
     * @return what became of it, once that is known; it never completes exceptionally. Cancelling it does not stop the
     *     release.
     */
    CompletableFuture<Release> releaseAsync();

    /**
     * Gives the lock back, as {@link #release()} does, and says if exclusivity was lost while it was held.
     *
     * <p>It does not throw when the release could not be confirmed ({@link Release#UNCONFIRMED}): the lease ends by
     * itself. Closing again does nothing.
     *
     * @throws LeaseLostException if the lease had been lost: what was done under it may have overlapped with the work
     *     of another holder
     */
    @Override
    void close();
}
