package io.holdfast.engine;

import io.holdfast.HoldfastException;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A thread that waits. */
final class BlockingWaiter extends Waiter {

    private final Thread thread = Thread.currentThread();
    private @Nullable HeldLease lease;
    private @Nullable HoldfastException failure;
    private volatile boolean finished;

    BlockingWaiter(long since, boolean patient) {
        super(since, patient);
    }

    @Override
    void finish(@Nullable HeldLease lease, @Nullable HoldfastException failure) {
        this.lease = lease;
        this.failure = failure;
        finished = true;
        LockSupport.unpark(thread);
    }

    /**
     * Waits until the waiter is finished, or gives up.
     *
     * @param engine tells the time
     * @param cohort where it waits
     * @param nanos how long; negative for ever
     * @param interruptible whether an interrupt makes it give up
     * @return the lease, or empty if the lock was busy for that long
     * @throws InterruptedException if it gave up for that; if the grant was quicker, the flag is set again instead
     */
    Optional<HeldLease> await(Engine engine, Cohort cohort, long nanos, boolean interruptible)
            throws InterruptedException {
        boolean interrupted = false;
        try {
            while (!finished) {
                if (Thread.interrupted()) {
                    interrupted = true;
                    if (interruptible && settle()) {
                        cohort.leave(this);
                        interrupted = false;
                        throw new InterruptedException();
                    }
                }
                if (nanos < 0) {
                    LockSupport.park(this);
                    continue;
                }
                long left = since + nanos - engine.now();
                if (left > 0) {
                    LockSupport.parkNanos(this, left);
                } else if (settle()) {
                    HoldfastException outage = cohort.leave(this);
                    if (outage != null) {
                        throw outage;
                    }
                    return Optional.empty();
                } else {
                    // Settled by somebody who is about to finish it.
                    LockSupport.park(this);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        if (failure != null) {
            throw failure;
        }
        return Optional.ofNullable(lease);
    }
}
