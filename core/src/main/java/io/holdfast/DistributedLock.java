package io.holdfast;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * A lock that one holder at a time, in whatever process, can have.
 *
 * <p>This object is a light handle: make as many as you like, keep none, nothing needs closing. What is held is a
 * {@link Lease}, and the lease owns the lock, not the thread that got it.
 *
 * <pre>{@code
 * try (Lease lease = lock.acquire()) {
 *     store.save(order, lease.token());
 * }
 * }</pre>
 *
 * <p>The lock is not reentrant: a thread that acquires it twice waits for itself. {@link #asLock()} is.
 *
 * <p>Who waits stands in a queue: first come, first served between clients (see {@link Order}). A wait that ends
 * without the lock, by time-out, interrupt, cancellation or failure, leaves nothing behind: a grant that crossed with
 * it is given back, by a clean-up that does not depend on the caller.
 *
 * <p>What may be thrown, beside what each method names:
 *
 * <ul>
 *   <li>{@link StoreUnavailableException} if the store could not be reached. Who waits is not disturbed by a store that
 *       is out of reach for less than a lease; who does not want to wait hears of it at once.
 *   <li>{@link InvalidLockException} if the store cannot take this name or these options, or holds something there
 *       that is not a lock of this kind.
 *   <li>{@link HoldfastClosedException} if the client is closed, before or meanwhile.
 * </ul>
 *
 * <p>Memory effects: see {@link Lease}.
 */
public interface DistributedLock {

    /**
     * Waits for the lock for as long as it takes.
     *
     * @return the lease, valid
     * @throws InvalidLockException also if this is a write lock and this very thread waited for a read lease of it that
     *     is still active, so that it would wait for itself
     * @throws InterruptedException if the thread was interrupted before or while it waited; it does not hold the lock
     */
    Lease acquire() throws InterruptedException;

    /**
     * Waits for the lock for a while.
     *
     * @param atMost how long to wait; zero or less means not at all
     * @return the lease, valid
     * @throws LockTimeoutException if it was not to be had in that time; the message says who holds it
     * @throws InterruptedException if the thread was interrupted before or while it waited; it does not hold the lock
     */
    Lease acquire(Duration atMost) throws InterruptedException;

    /**
     * Takes the lock if it is free and nobody waits for it, and does not wait otherwise.
     *
     * @return the lease, or empty if the lock is busy
     */
    Optional<Lease> tryAcquire();

    /**
     * Waits for the lock for a while.
     *
     * @param atMost how long to wait; zero or less means not at all
     * @return the lease, or empty if it was not to be had in that time
     * @throws InterruptedException if the thread was interrupted before or while it waited; it does not hold the lock
     */
    Optional<Lease> tryAcquire(Duration atMost) throws InterruptedException;

    /**
     * Waits for the lock without blocking a thread.
     *
     * <p>Cancelling the future, or completing it in any other way ({@code orTimeout}, {@code complete}), leaves the
     * queue; a grant that crosses with that is given back. What hangs on the future runs on the client's executor.
     * Note that cancelling a future <em>derived</em> from it ({@code thenApply}, …) does not reach it.
     *
     * @return the lease to be
     */
    CompletableFuture<Lease> acquireAsync();

    /**
     * Waits for the lock for a while without blocking a thread; otherwise like {@link #acquireAsync()}.
     *
     * @param atMost how long to wait; zero or less means not at all
     * @return the lease to be, or empty if it was not to be had in that time
     */
    CompletableFuture<Optional<Lease>> tryAcquireAsync(Duration atMost);

    /**
     * Acquires, runs, releases.
     *
     * @param <X> what the body may throw
     * @param body what to do while holding the lock
     * @throws X if the body does; the lock is released first
     * @throws InterruptedException if the thread was interrupted while it waited; the body was not run
     * @throws LeaseLostException if the body ended well but the lease was lost meanwhile (suppressed in the body's own
     *     exception if it threw one)
     */
    default <X extends Exception> void run(LeaseAction<X> body) throws X, InterruptedException {
        try (Lease lease = acquire()) {
            body.run(lease);
        }
    }

    /**
     * Acquires, computes, releases.
     *
     * @param <T> what the body returns
     * @param <X> what the body may throw
     * @param body what to compute while holding the lock
     * @return what the body returned
     * @throws X if the body does; the lock is released first
     * @throws InterruptedException if the thread was interrupted while it waited; the body was not run
     * @throws LeaseLostException if the body ended well but the lease was lost meanwhile (suppressed in the body's own
     *     exception if it threw one)
     */
    default <T extends @Nullable Object, X extends Exception> T call(LeaseFunction<T, X> body)
            throws X, InterruptedException {
        try (Lease lease = acquire()) {
            return body.apply(lease);
        }
    }

    /**
     * Acquires within a time, runs, releases.
     *
     * @param <X> what the body may throw
     * @param atMost how long to wait; zero or less means not at all
     * @param body what to do while holding the lock
     * @return whether the lock was to be had, and so the body was run
     * @throws X if the body does; the lock is released first
     * @throws InterruptedException if the thread was interrupted while it waited; the body was not run
     * @throws LeaseLostException if the body ended well but the lease was lost meanwhile (suppressed in the body's own
     *     exception if it threw one)
     */
    default <X extends Exception> boolean tryRun(Duration atMost, LeaseAction<X> body) throws X, InterruptedException {
        Optional<Lease> acquired = tryAcquire(atMost);
        if (acquired.isEmpty()) {
            return false;
        }
        try (Lease lease = acquired.get()) {
            body.run(lease);
        }
        return true;
    }

    /**
     * {@return the same lock, acquired with other options}
     *
     * @param options the options to use, all of them
     */
    DistributedLock with(LockOptions options);

    /**
     * {@return this lock as {@code java.util.concurrent} knows it: owned by the thread, and reentrant}
     *
     * <p>Entering again and leaving an inner section costs no request. {@code lock()} cannot be interrupted and keeps
     * the flag. {@code unlock()} throws {@link IllegalMonitorStateException} for a thread that does not hold it, and
     * {@link LeaseLostException} from the outermost one if the lease was lost meanwhile. There are no conditions. The
     * views of one lock name within one {@link Holdfast} share their holds, whatever the options.
     *
     * <p>The two sides of a {@link ReadWriteLock} are to each other as in
     * {@link java.util.concurrent.locks.ReentrantReadWriteLock}: a thread that writes may read too, and goes on as a
     * reader if it leaves as a writer first. One that reads cannot become a writer: {@code tryLock()} answers
     * {@code false}, the others throw {@link InvalidLockException}.
     *
     * @throws UnsupportedOperationException for permits of a {@link Semaphore}, which belong to no thread
     */
    Lock asLock();

    /**
     * {@return the name of the lock}
     */
    String name();
}
