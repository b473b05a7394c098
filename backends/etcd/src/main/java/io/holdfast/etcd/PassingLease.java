package io.holdfast.etcd;

import io.holdfast.spi.Environment;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An etcd lease that is never kept alive, and replaced by the next halfway: what is written under it lasts for between half
 * its length and all of it, whatever becomes of the client, and there is no lease for each.
 */
final class PassingLease {

    private final Leases leases;
    private final Environment environment;
    private final Duration length;
    private final ReentrantLock mutex = new ReentrantLock();
    private @Nullable CompletableFuture<EtcdLease> current;

    PassingLease(Leases leases, Environment environment, Duration length) {
        this.leases = leases;
        this.environment = environment;
        this.length = length;
    }

    /** Sends something that is written under it; again if the lease is gone, since that was not executed then. */
    <T> CompletionStage<T> write(long deadline, Function<Long, CompletableFuture<T>> request) {
        return current(deadline)
                .thenCompose(lease -> request.apply(lease.id()).exceptionallyCompose(error -> {
                    if (!Failures.isNoLease(error)) {
                        return CompletableFuture.failedFuture(error);
                    }
                    forget(lease);
                    return current(deadline).thenCompose(next -> request.apply(next.id()));
                }));
    }

    private CompletableFuture<EtcdLease> current(long deadline) {
        CompletableFuture<EtcdLease> next = new CompletableFuture<>();
        mutex.lock();
        try {
            CompletableFuture<EtcdLease> known = current;
            if (known != null && !known.isCompletedExceptionally() && !isHalfOver(known)) {
                return known;
            }
            current = next;
        } finally {
            mutex.unlock();
        }
        var unused = leases.once(length, deadline).whenComplete((lease, error) -> {
            if (error != null) {
                next.completeExceptionally(error);
            } else {
                next.complete(lease);
            }
        });
        return next;
    }

    private boolean isHalfOver(CompletableFuture<EtcdLease> known) {
        return known.isDone()
                && known.join().until() - environment.clock().nanos()
                        < length.dividedBy(2).toNanos();
    }

    private void forget(EtcdLease lease) {
        mutex.lock();
        try {
            if (current != null && current.isDone() && !current.isCompletedExceptionally() && current.join() == lease) {
                current = null;
            }
        } finally {
            mutex.unlock();
        }
    }
}
