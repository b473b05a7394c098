package io.holdfast;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Several locks that are acquired together: all of them, or none.
 *
 * <pre>{@code
 * try (MultiLease lease = holdfast.lockAll("account:1", "account:2").acquire()) {
 *     transfer(lease.tokens());
 * }
 * }</pre>
 *
 * <p>They are the same locks as those of {@link Holdfast#lock}, and exclude those who acquire one of them alone. They
 * are taken in one request where the store can do that in one step and all of them are free. Otherwise they are taken in
 * the order of their names, whatever order they were given in, so that clients which want some of the same locks never
 * wait for each other in a circle. A wait that ends without all of them gives back what was taken so far.
 *
 * <p>This object is a light handle, as a {@link DistributedLock} is, and its methods throw what that one's throw.
 */
public interface MultiLock {

    /**
     * {@return the names of the locks, sorted, each once}
     */
    List<String> names();

    /**
     * Waits for all of the locks for as long as it takes.
     *
     * @return the lease, valid
     * @throws InterruptedException if the thread was interrupted before or while it waited; it holds none of them
     */
    MultiLease acquire() throws InterruptedException;

    /**
     * Waits for all of the locks for a while.
     *
     * @param atMost how long to wait, for all of them; zero or less means not at all
     * @return the lease, valid
     * @throws LockTimeoutException if they were not to be had in that time; the message says which was missing
     * @throws InterruptedException if the thread was interrupted before or while it waited; it holds none of them
     */
    MultiLease acquire(Duration atMost) throws InterruptedException;

    /**
     * Takes all of the locks if they are free and nobody waits for any of them, and does not wait otherwise.
     *
     * @return the lease, or empty if one of them is busy
     */
    Optional<MultiLease> tryAcquire();

    /**
     * Waits for all of the locks for a while.
     *
     * @param atMost how long to wait, for all of them; zero or less means not at all
     * @return the lease, or empty if they were not to be had in that time
     * @throws InterruptedException if the thread was interrupted before or while it waited; it holds none of them
     */
    Optional<MultiLease> tryAcquire(Duration atMost) throws InterruptedException;

    /**
     * Waits for all of the locks without blocking a thread.
     *
     * @return the lease to be. Cancelling it, or completing it in any other way, gives back what was taken so far.
     */
    CompletableFuture<MultiLease> acquireAsync();

    /**
     * Waits for all of the locks for a while without blocking a thread; otherwise like {@link #acquireAsync()}.
     *
     * @param atMost how long to wait, for all of them; zero or less means not at all
     * @return the lease to be, or empty if they were not to be had in that time
     */
    CompletableFuture<Optional<MultiLease>> tryAcquireAsync(Duration atMost);

    /**
     * Acquires, runs, releases.
     *
     * @param <X> what the body may throw
     * @param body what to do while holding the locks
     * @throws X if the body does; the locks are released first
     * @throws InterruptedException if the thread was interrupted while it waited; the body was not run
     * @throws LeaseLostException if the body ended well but the lease of one of them was lost meanwhile (suppressed in the body's own
     *     exception if it threw one)
     */
    default <X extends Exception> void run(MultiLeaseAction<X> body) throws X, InterruptedException {
        try (MultiLease lease = acquire()) {
            body.run(lease);
        }
    }

    /**
     * Acquires, computes, releases.
     *
     * @param <T> what the body returns
     * @param <X> what the body may throw
     * @param body what to compute while holding the locks
     * @return what the body returned
     * @throws X if the body does; the locks are released first
     * @throws InterruptedException if the thread was interrupted while it waited; the body was not run
     * @throws LeaseLostException if the body ended well but the lease of one of them was lost meanwhile (suppressed in the body's own
     *     exception if it threw one)
     */
    default <T extends @Nullable Object, X extends Exception> T call(MultiLeaseFunction<T, X> body)
            throws X, InterruptedException {
        try (MultiLease lease = acquire()) {
            return body.apply(lease);
        }
    }

    /**
     * Acquires within a time, runs, releases.
     *
     * @param <X> what the body may throw
     * @param atMost how long to wait, for all of them; zero or less means not at all
     * @param body what to do while holding the locks
     * @return whether the locks were to be had, and so the body was run
     * @throws X if the body does; the locks are released first
     * @throws InterruptedException if the thread was interrupted while it waited; the body was not run
     * @throws LeaseLostException if the body ended well but the lease of one of them was lost meanwhile (suppressed in the body's own
     *     exception if it threw one)
     */
    default <X extends Exception> boolean tryRun(Duration atMost, MultiLeaseAction<X> body)
            throws X, InterruptedException {
        Optional<MultiLease> acquired = tryAcquire(atMost);
        if (acquired.isEmpty()) {
            return false;
        }
        try (MultiLease lease = acquired.get()) {
            body.run(lease);
        }
        return true;
    }

    /**
     * {@return the same locks, acquired with other options}
     *
     * @param options the options to use, all of them, for each lock
     */
    MultiLock with(LockOptions options);
}
