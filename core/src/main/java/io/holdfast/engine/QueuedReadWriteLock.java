package io.holdfast.engine;

import io.holdfast.DistributedLock;
import io.holdfast.InvalidLockException;
import io.holdfast.Lease;
import io.holdfast.LeaseLostException;
import io.holdfast.LockOptions;
import io.holdfast.ReadWriteLock;
import io.holdfast.spi.Capabilities.Feature;
import io.holdfast.spi.Demand;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/** A handle on a lock for many readers or one writer. */
final class QueuedReadWriteLock implements ReadWriteLock {

    private final Engine engine;
    private final String name;
    private final LockOptions options;

    QueuedReadWriteLock(Engine engine, String name, LockOptions options) {
        this.engine = engine;
        this.name = name;
        this.options = options;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public DistributedLock readLock() {
        return new QueuedLock(engine, name, Demand.READ, options);
    }

    @Override
    public DistributedLock writeLock() {
        return new QueuedLock(engine, name, Demand.WRITE, options);
    }

    @Override
    public Lease downgrade(Lease writeLease) {
        HeldLease writer = checked(writeLease);
        BlockingWaiter waiter = new BlockingWaiter(engine.now(), true);
        Cohort cohort = engine.inherit(waiter, writer, options);
        HeldLease reader;
        try {
            reader = waiter.await(engine, cohort, QueuedLock.FOR_EVER, false).orElseThrow();
        } catch (InterruptedException e) {
            throw new AssertionError("not interruptible", e);
        }
        if (!reader.isValid()) {
            throw tooLate(reader);
        }
        reader.takenBy(Thread.currentThread());
        return reader;
    }

    @Override
    public CompletableFuture<Lease> downgradeAsync(Lease writeLease) {
        HeldLease writer = checked(writeLease);
        CompletableFuture<Lease> future = new CompletableFuture<>();
        FutureWaiter<Lease> waiter = new FutureWaiter<>(
                future,
                engine.now(),
                true,
                engine.executor(),
                Objects::requireNonNull,
                reader -> future.completeExceptionally(tooLate(reader)));
        Cohort cohort = engine.inherit(waiter, writer, options);
        waiter.watch(engine, cohort, QueuedLock.FOR_EVER);
        return future;
    }

    private HeldLease checked(Lease lease) {
        engine.require(Feature.DOWNGRADE, name, "way to turn a writer into a reader");
        if (lease instanceof HeldLease held
                && held.belongsTo(engine)
                && held.name().equals(name)
                && held.claim.ask.demand().equals(Demand.WRITE)) {
            return held;
        }
        throw new InvalidLockException(
                name,
                lease + " cannot become a read lease of '" + name
                        + "': hand in a lease of its writeLock(), acquired from the same Holdfast.",
                null);
    }

    /** The process stood still on the way here, and the lock may have been another's since. */
    private static LeaseLostException tooLate(HeldLease reader) {
        LeaseLostException late = reader.notValid();
        reader.takeBack();
        return late;
    }

    @Override
    public ReadWriteLock with(LockOptions options) {
        return new QueuedReadWriteLock(engine, name, engine.checked(name, options));
    }

    @Override
    public String toString() {
        return "ReadWriteLock[" + name + "]";
    }
}
