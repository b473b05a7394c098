package io.holdfast.faults;

import io.holdfast.Lease;
import java.util.function.ToLongFunction;

/**
 * A lease.
 *
 * @param lease the lease, perhaps of several locks
 * @param tokens the token of each lock
 */
record LeaseGrip(Lease lease, ToLongFunction<String> tokens) implements Grip {

    @Override
    public long token(String lock) {
        return tokens.applyAsLong(lock);
    }

    @Override
    public boolean isValid() {
        return lease.isValid();
    }

    @Override
    public long left() {
        return lease.remaining().toNanos();
    }

    @Override
    public void onLost(Runnable callback) {
        lease.onLost(callback);
    }

    @Override
    public String release() {
        return lease.release().toString();
    }
}
