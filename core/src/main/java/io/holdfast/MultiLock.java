package io.holdfast;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

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
 * are taken in the order of their names, whatever order they were given in, so that clients which want some of the same
 * locks never wait for each other in a circle. A wait that ends without all of them gives back what was taken so far.
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
     * {@return the same locks, acquired with other options}
     *
     * @param options the options to use, all of them, for each lock
     */
    MultiLock with(LockOptions options);
}
