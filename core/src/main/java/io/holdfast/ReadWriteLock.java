package io.holdfast;

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
     * {@return the same lock, acquired with other options}
     *
     * @param options the options to use, all of them, by readers and writers
     */
    ReadWriteLock with(LockOptions options);
}
