package io.holdfast.engine;

import io.holdfast.HoldfastException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A caller that wants the lock. Exactly one of a grant, a failure and giving up settles it, whichever comes first.
 */
abstract class Waiter {

    final long since;

    /** Whether it waits if the lock is busy. */
    final boolean patient;

    private final AtomicBoolean settled = new AtomicBoolean();

    /** Whether somebody stood before it when it came; guarded by the cohort's lock. */
    boolean queued;

    Waiter(long since, boolean patient) {
        this.since = since;
        this.patient = patient;
    }

    /** Whether the caller of this may decide what becomes of the waiter; true once only. */
    final boolean settle() {
        return settled.compareAndSet(false, true);
    }

    /**
     * Tells the caller, after {@link #settle()}, and never under a lock.
     *
     * @param lease the lease, if it has the lock
     * @param failure why it cannot have it; if this is absent too, the lock is busy
     */
    abstract void finish(@Nullable HeldLease lease, @Nullable HoldfastException failure);
}
