package io.holdfast;

/**
 * Something to do while holding several locks.
 *
 * @param <X> what it may throw
 */
@FunctionalInterface
public interface MultiLeaseAction<X extends Exception> {

    /**
     * Does it.
     *
     * @param lease the lease of all of them that is held meanwhile; it is released by the caller
     * @throws X if it fails
     */
    void run(MultiLease lease) throws X;
}
