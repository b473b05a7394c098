package io.holdfast.benchmarks.rivals;

import io.holdfast.benchmarks.measure.Hold;
import java.util.concurrent.locks.Lock;

/**
 * A lock of those who have {@code java.util.concurrent}'s, to be acquired and released by the same thread.
 *
 * @param lock the lock
 */
record LockHold(Lock lock) implements Hold {

    @Override
    public void acquire() throws InterruptedException {
        lock.lockInterruptibly();
    }

    @Override
    public void release() {
        lock.unlock();
    }
}
