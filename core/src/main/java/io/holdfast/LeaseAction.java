package io.holdfast;

/**
 * Something to do while holding a lock.
 *
 * @param <X> what it may throw
 */
@FunctionalInterface
public interface LeaseAction<X extends Exception> {

    /**
     * Does it.
     *
     * @param lease the lease that is held meanwhile; it is released by the caller
     * @throws X if it fails
     */
    void run(Lease lease) throws X;
}
