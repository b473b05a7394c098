package io.holdfast;

import org.jspecify.annotations.Nullable;

/**
 * Something to compute while holding a lock.
 *
 * @param <T> what it returns
 * @param <X> what it may throw
 */
@FunctionalInterface
public interface LeaseFunction<T extends @Nullable Object, X extends Exception> {

    /**
     * Computes it.
     *
     * @param lease the lease that is held meanwhile; it is released by the caller
     * @return the result
     * @throws X if it fails
     */
    T apply(Lease lease) throws X;
}
