package io.holdfast;

import java.util.concurrent.CompletableFuture;

/**
 * A lock that many readers can have together, or one writer alone.
 *
 * <pre>{@code
 * ReadWriteLock catalogue = holdfast.readWriteLock("catalogue");
 * catalogue.readLock().run(lease -> show());
 * catalogue.writeLock().run(lease -> save(lease.token()));
 * }</pre>
 *
 * <p>Readers and writers stand in one queue, in the order of their coming: readers that come after a writer wait behind
 * it, so that it is not starved, and are let in together when it has gone.
 *
 * <p>Every reader has a claim and a deadline of its own, also within one client: a reader that dies keeps a writer out
 * for the length of its own lease and no longer. A reader's {@link Lease#token()} is the epoch it reads in: not below
 * the token of any writer before it, below that of every writer after it, and the same for all readers between two
 * writers.
 *
 * <p>This object is a light handle, as a {@link DistributedLock} is.
 */
public interface ReadWriteLock {

    /**
     * {@return the name of the lock}
     */
    String name();

    /**
     * {@return the part of the lock that many can have, as long as no writer has it}
     */
    DistributedLock readLock();

    /**
     * {@return the whole of the lock, for one}
     */
    DistributedLock writeLock();

    /**
     * Turns a write lease into a read lease, in one step at the store: no writer holds the lock in between, and readers
     * who wait right behind are let in too.
     *
     * <p>The write lease is handed in: it is {@link Lease.State#RELEASED}, and closing it does nothing more. If the store
     * does not answer, this is repeated for as long as the write lease would have lasted, and is not cut short by an
     * interrupt (the flag is kept).
     *
     * @param writeLease a lease of {@link #writeLock()} of this name, from the same {@link Holdfast}
     * @return the read lease, valid, with the options of this handle
     * @throws LeaseLostException if the write lease is not valid, or was lost on the way; what was read under it may be
     *     out of date
     * @throws InvalidLockException if that is not such a lease, which then stays as it is, or the store cannot do this:
     *     then release the write lease, and acquire the read lock
     */
    Lease downgrade(Lease writeLease);

    /**
     * Turns a write lease into a read lease without waiting; otherwise like {@link #downgrade}.
     *
     * @param writeLease a lease of {@link #writeLock()} of this name, from the same {@link Holdfast}
     * @return the read lease to be. Cancelling it, or completing it in any other way, gives the lock back altogether.
     * @throws InvalidLockException as for {@link #downgrade}
     */
    CompletableFuture<Lease> downgradeAsync(Lease writeLease);

    /**
     * {@return the same lock, acquired with other options}
     *
     * @param options the options to use, all of them, by readers and writers
     */
    ReadWriteLock with(LockOptions options);
}
