package io.holdfast.engine;

import io.holdfast.Lease;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/** A lock as {@code java.util.concurrent} knows it: owned by a thread, which may enter again without a request. */
final class ReentrantView implements Lock {

    private final Holds holds;
    private final QueuedLock lock;

    ReentrantView(Holds holds, QueuedLock lock) {
        this.holds = holds;
        this.lock = lock;
    }

    @Override
    public void lock() {
        if (!enterAgain()) {
            holds.add(lock.name(), lock.acquireUninterruptibly());
        }
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (!enterAgain()) {
            holds.add(lock.name(), lock.acquire());
        }
    }

    @Override
    public boolean tryLock() {
        return enterAgain() || enter(lock.tryAcquire());
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return enterAgain() || enter(lock.tryAcquire(Duration.ofNanos(unit.toNanos(time))));
    }

    @Override
    public void unlock() {
        Holds.Hold hold = holds.mine(lock.name());
        if (hold == null) {
            throw new IllegalMonitorStateException("Thread '"
                    + Thread.currentThread().getName()
                    + "' cannot unlock '" + lock.name() + "', which it does not hold: " + holds.describe(lock.name())
                    + ". Holdfast.locks() tells who holds it elsewhere.");
        }
        if (--hold.entered == 0) {
            holds.remove(lock.name());
            hold.lease.close();
        }
    }

    @Override
    public Condition newCondition() {
        throw new UnsupportedOperationException("A distributed lock has no conditions.");
    }

    /** Enters again if this thread holds the lock; a lost one cannot be entered as if it were held. */
    private boolean enterAgain() {
        Holds.Hold hold = holds.mine(lock.name());
        if (hold == null) {
            return false;
        }
        hold.lease.ensureValid();
        hold.entered++;
        return true;
    }

    private boolean enter(Optional<Lease> lease) {
        lease.ifPresent(held -> holds.add(lock.name(), held));
        return lease.isPresent();
    }

    @Override
    public String toString() {
        return lock + ".asLock()";
    }
}
