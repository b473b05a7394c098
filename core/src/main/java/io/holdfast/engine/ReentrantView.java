package io.holdfast.engine;

import io.holdfast.InvalidLockException;
import io.holdfast.Lease;
import io.holdfast.spi.Demand;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * A lock as {@code java.util.concurrent} knows it: owned by a thread, which may enter again without a request.
 *
 * <p>Readers and writers are to each other as in {@link java.util.concurrent.locks.ReentrantReadWriteLock}: a thread that
 * writes may read too, and if it then leaves as a writer first it goes on as a reader, without a gap. A thread that reads
 * cannot become a writer: two that tried would wait for each other.
 */
final class ReentrantView implements Lock {

    private final Holds holds;
    private final QueuedLock lock;
    private final String name;
    private final Demand part;

    ReentrantView(Holds holds, QueuedLock lock) {
        this.holds = holds;
        this.lock = lock;
        this.name = lock.name();
        this.part = lock.demand();
    }

    @Override
    public void lock() {
        if (!enterAgain()) {
            refuseUpgrade();
            holds.add(name, part, lock.acquireUninterruptibly());
        }
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (!enterAgain()) {
            refuseUpgrade();
            holds.add(name, part, lock.acquire());
        }
    }

    @Override
    public boolean tryLock() {
        return enterAgain() || (!isUpgrade() && enter(lock.tryAcquire()));
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (enterAgain()) {
            return true;
        }
        refuseUpgrade();
        return enter(lock.tryAcquire(Duration.ofNanos(unit.toNanos(time))));
    }

    @Override
    public void unlock() {
        Holds.Hold hold = holds.mine(name, part);
        if (hold == null) {
            throw new IllegalMonitorStateException(
                    "Thread '" + Thread.currentThread().getName() + "' cannot unlock " + this
                            + ", which it does not hold: " + holds.describe(name)
                            + ". Holdfast.locks() tells who holds it elsewhere.");
        }
        if (--hold.entered == 0) {
            holds.remove(name, part);
            leave(hold.lease);
        }
    }

    @Override
    public Condition newCondition() {
        throw new UnsupportedOperationException("A distributed lock has no conditions.");
    }

    /** Enters again if this thread holds the lock; a lost one cannot be entered as if it were held. */
    private boolean enterAgain() {
        Holds.Hold hold = holds.mine(name, part);
        if (hold != null) {
            hold.lease.ensureValid();
            hold.entered++;
            return true;
        }
        Holds.Hold writer = part.equals(Demand.READ) ? holds.mine(name, Demand.WRITE) : null;
        if (writer != null) {
            writer.lease.ensureValid();
            holds.add(name, part, writer.lease);
            return true;
        }
        return false;
    }

    private boolean enter(Optional<Lease> lease) {
        lease.ifPresent(held -> holds.add(name, part, held));
        return lease.isPresent();
    }

    /** Gives the lease back, unless this thread still is in there with the same one. */
    private void leave(Lease lease) {
        Holds.Hold reader = part.equals(Demand.WRITE) ? holds.mine(name, Demand.READ) : null;
        Holds.Hold writer = part.equals(Demand.READ) ? holds.mine(name, Demand.WRITE) : null;
        if (reader != null) {
            // Where the store cannot do that the reader goes on with the writer's lease: more than it needs, not less.
            reader.lease = lock.canDowngrade() ? lock.downgrade(lease) : lease;
        } else if (writer == null) {
            lease.close();
        }
    }

    private boolean isUpgrade() {
        return part.equals(Demand.WRITE) && holds.mine(name, Demand.READ) != null;
    }

    private void refuseUpgrade() {
        if (isUpgrade()) {
            throw new InvalidLockException(
                    name,
                    "Thread '" + Thread.currentThread().getName() + "' reads under the lock '" + name
                            + "' and cannot become its writer: two readers that tried would wait for each other for"
                            + " ever. Unlock the read lock first and look again after locking the write lock, or lock"
                            + " the write lock from the start.",
                    null);
        }
    }

    @Override
    public String toString() {
        return lock + ".asLock()";
    }
}
