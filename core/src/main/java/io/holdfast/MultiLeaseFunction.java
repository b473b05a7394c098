package io.holdfast;

import org.jspecify.annotations.Nullable;

/**
 * Something to compute while holding several locks.
 *
 * @param <T> what it returns
 * @param <X> what it may throw
 */
@FunctionalInterface
public interface MultiLeaseFunction<T extends @Nullable Object, X extends Exception> {

    /**
     * Computes it.
     *
     * @param lease the lease of all of them that is held meanwhile; it is released by the caller
     * @return the result
     * @throws X if it fails
     */
    T apply(MultiLease lease) throws X;
}
