package io.holdfast.engine;

import io.holdfast.DistributedLock;
import io.holdfast.InvalidLockException;
import io.holdfast.Lease;
import io.holdfast.LockKind;
import io.holdfast.LockOptions;
import io.holdfast.LockTimeoutException;
import io.holdfast.spi.Capabilities.Feature;
import io.holdfast.spi.Demand;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A handle on a lock: a name, what part of it is wanted, and how. */
final class QueuedLock implements DistributedLock {

    static final long FOR_EVER = -1;
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private final Engine engine;
    private final String name;
    private final Demand demand;
    private final LockOptions options;
    private final String note;

    QueuedLock(Engine engine, String name, Demand demand, LockOptions options) {
        this(engine, name, demand, options, "");
    }

    /** A handle whose claims carry a note for those who look at the lock. */
    QueuedLock(Engine engine, String name, Demand demand, LockOptions options, String note) {
        this.engine = engine;
        this.name = name;
        this.demand = demand;
        this.options = options;
        this.note = note;
    }

    @Override
    public Lease acquire() throws InterruptedException {
        return await(FOR_EVER, true, holder -> Optional.empty()).orElseThrow();
    }

    @Override
    public Lease acquire(Duration atMost) throws InterruptedException {
        return await(nanos(atMost), true, holder -> {
                    throw timedOut(atMost, holder);
                })
                .orElseThrow();
    }

    @Override
    public Optional<Lease> tryAcquire() {
        try {
            return await(0, false, holder -> Optional.empty()).map(lease -> lease);
        } catch (InterruptedException e) {
            throw new AssertionError("not interruptible", e);
        }
    }

    @Override
    public Optional<Lease> tryAcquire(Duration atMost) throws InterruptedException {
        return await(nanos(atMost), true, holder -> Optional.empty()).map(lease -> lease);
    }

    /** Waits without being interrupted; for {@link Lock#lock()}. */
    Lease acquireUninterruptibly() {
        try {
            return await(FOR_EVER, false, holder -> Optional.empty()).orElseThrow();
        } catch (InterruptedException e) {
            throw new AssertionError("not interruptible", e);
        }
    }

    /**
     * Waits in this thread.
     *
     * @param nanos how long; zero for not at all, negative for ever
     * @param interruptible whether an interrupt makes it give up
     * @param ifBusy what comes of it if the lock is busy for that long, by whom holds it
     */
    Optional<HeldLease> await(long nanos, boolean interruptible, Function<String, Optional<HeldLease>> ifBusy)
            throws InterruptedException {
        if (interruptible && Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (nanos == FOR_EVER) {
            refuseToWaitForItself();
        }
        boolean patient = nanos != 0;
        long since = engine.now();
        while (true) {
            BlockingWaiter waiter = new BlockingWaiter(since, patient);
            Cohort cohort = engine.enter(waiter, name, demand, options, note);
            // One that does not wait for the lock still waits for the store's answer, which has a time-out of its own.
            Optional<HeldLease> lease = waiter.await(engine, cohort, patient ? nanos : FOR_EVER, interruptible);
            if (lease.isEmpty()) {
                return ifBusy.apply(cohort.holder());
            }
            if (lease.get().isValid()) {
                if (demand.equals(Demand.READ)) {
                    lease.get().takenBy(Thread.currentThread());
                }
                return lease;
            }
            // The process stood still on the way here; nobody is served with a lease that is over.
            lease.get().takeBack();
        }
    }

    /** A thread that reads, and wants to write without giving up, would stand behind itself in the queue for ever. */
    private void refuseToWaitForItself() {
        if (demand.equals(Demand.WRITE) && engine.cohorts().isReading(Thread.currentThread(), name)) {
            throw new InvalidLockException(
                    name,
                    "Thread '" + Thread.currentThread().getName() + "' has a read lease of '" + name
                            + "' and would wait for itself. Release that first, or acquire the write lock from the"
                            + " start. If another thread is to release it, use acquire(Duration) or acquireAsync().",
                    null);
        }
    }

    @Override
    public CompletableFuture<Lease> acquireAsync() {
        return future(FOR_EVER, lease -> Objects.requireNonNull(lease));
    }

    @Override
    public CompletableFuture<Optional<Lease>> tryAcquireAsync(Duration atMost) {
        return future(nanos(atMost), Optional::ofNullable);
    }

    /** Waits without a thread. */
    <T> CompletableFuture<T> future(long nanos, Function<@Nullable HeldLease, T> result) {
        CompletableFuture<T> future = new CompletableFuture<>();
        stand(future, engine.now(), nanos, result);
        return future;
    }

    private <T> void stand(
            CompletableFuture<T> future, long since, long nanos, Function<@Nullable HeldLease, T> result) {
        boolean patient = nanos != 0;
        FutureWaiter<T> waiter = new FutureWaiter<>(future, since, patient, engine.executor(), result, late -> {
            late.takeBack();
            stand(future, since, nanos, result);
        });
        Cohort cohort = engine.enter(waiter, name, demand, options, note);
        waiter.watch(engine, cohort, patient ? nanos : FOR_EVER);
    }

    @Override
    public DistributedLock with(LockOptions options) {
        return new QueuedLock(engine, name, demand, engine.checked(name, options), note);
    }

    @Override
    public Lock asLock() {
        if (demand.kind() == LockKind.SEMAPHORE) {
            throw new UnsupportedOperationException("Permits of the semaphore '" + name
                    + "' cannot be a java.util.concurrent Lock: that belongs to one thread, which may enter it again,"
                    + " and a permit belongs to none. Acquire and close a lease instead.");
        }
        return new ReentrantView(engine.holds(), this);
    }

    Demand demand() {
        return demand;
    }

    boolean canDowngrade() {
        return engine.has(Feature.DOWNGRADE);
    }

    /** Turns a write lease of this lock into a read lease. */
    Lease downgrade(Lease writeLease) {
        return new QueuedReadWriteLock(engine, name, options).downgrade(writeLease);
    }

    @Override
    public String name() {
        return name;
    }

    private LockTimeoutException timedOut(Duration atMost, String holder) {
        String by = holder.isEmpty() ? "" : ": it is held by " + holder;
        return new LockTimeoutException(
                name,
                "Lock '" + name + "' was not to be had within " + atMost + by
                        + ". Wait longer, or look with Holdfast.locks() at who holds it and who waits.",
                null);
    }

    /** What is left of a time to wait. */
    static long left(long nanos, long since, long now) {
        return nanos < 0 ? FOR_EVER : Math.max(0, since + nanos - now);
    }

    static long nanos(Duration atMost) {
        return atMost.compareTo(LONGEST) > 0 ? FOR_EVER : Validity.nanos(atMost);
    }

    @Override
    public String toString() {
        String part = demand.equals(Demand.READ) ? ", to read" : demand.equals(Demand.WRITE) ? ", to write" : "";
        return "DistributedLock[" + name + part + "]";
    }
}
