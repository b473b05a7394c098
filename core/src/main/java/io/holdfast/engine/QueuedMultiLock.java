package io.holdfast.engine;

import io.holdfast.InvalidLockException;
import io.holdfast.LockOptions;
import io.holdfast.LockTimeoutException;
import io.holdfast.MultiLease;
import io.holdfast.MultiLock;
import io.holdfast.engine.Together.Outcome;
import io.holdfast.spi.Demand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A handle on several locks. They are asked for in one request, if the store can take them in one step; if that cannot be,
 * or one of them is busy, they are taken one after the other in the order of their names.
 */
final class QueuedMultiLock implements MultiLock {

    private final Engine engine;
    private final List<String> names;
    private final LockOptions options;

    QueuedMultiLock(Engine engine, List<String> names, LockOptions options) {
        this.engine = engine;
        this.names = List.copyOf(new TreeSet<>(names));
        this.options = options;
        if (names.isEmpty()) {
            throw new InvalidLockException(null, "No lock was named: give lockAll at least one name.", null);
        }
    }

    @Override
    public List<String> names() {
        return names;
    }

    @Override
    public MultiLease acquire() throws InterruptedException {
        return await(QueuedLock.FOR_EVER, true, busy -> Optional.empty()).orElseThrow();
    }

    @Override
    public MultiLease acquire(Duration atMost) throws InterruptedException {
        return await(QueuedLock.nanos(atMost), true, busy -> {
                    throw new LockTimeoutException(
                            busy,
                            "The locks " + names + " were not to be had together within " + atMost + ": '" + busy
                                    + "' was missing. Wait longer, or look with Holdfast.locks() at who holds it.",
                            null);
                })
                .orElseThrow();
    }

    @Override
    public Optional<MultiLease> tryAcquire() {
        try {
            return await(0, false, busy -> Optional.empty());
        } catch (InterruptedException e) {
            throw new AssertionError("not interruptible", e);
        }
    }

    @Override
    public Optional<MultiLease> tryAcquire(Duration atMost) throws InterruptedException {
        return await(QueuedLock.nanos(atMost), true, busy -> Optional.empty());
    }

    private Optional<MultiLease> await(long nanos, boolean interruptible, Function<String, Optional<MultiLease>> ifBusy)
            throws InterruptedException {
        if (interruptible && Thread.interrupted()) {
            throw new InterruptedException();
        }
        long since = engine.now();
        while (true) {
            Outcome outcome = takeAll(nanos, since, interruptible);
            if (!outcome.isComplete()) {
                return ifBusy.apply(outcome.missing());
            }
            MultiLease all = new BundledLease(outcome.leases());
            if (all.isValid()) {
                return Optional.of(all);
            }
            // One was lost while the others were waited for: nobody is served with less than all.
            outcome.leases().forEach(HeldLease::takeBack);
        }
    }

    private Outcome takeAll(long nanos, long since, boolean interruptible) throws InterruptedException {
        Together together = together();
        if (together != null) {
            Outcome outcome = together.await(QueuedLock.left(nanos, since, engine.now()), interruptible);
            if (outcome.isFinal(QueuedLock.left(nanos, since, engine.now()))) {
                if (outcome.failure() != null) {
                    throw outcome.failure();
                }
                return outcome;
            }
        }
        return takeInOrder(nanos, since, interruptible);
    }

    private Outcome takeInOrder(long nanos, long since, boolean interruptible) throws InterruptedException {
        List<HeldLease> taken = new ArrayList<>(names.size());
        try {
            for (String name : names) {
                long left = QueuedLock.left(nanos, since, engine.now());
                Optional<HeldLease> lease = lock(name).await(left, interruptible, holder -> Optional.empty());
                if (lease.isEmpty()) {
                    return Outcome.busy(name);
                }
                taken.add(lease.get());
            }
            return Outcome.of(taken);
        } finally {
            if (taken.size() < names.size()) {
                taken.forEach(HeldLease::takeBack);
            }
        }
    }

    @Override
    public CompletableFuture<MultiLease> acquireAsync() {
        return gather(QueuedLock.FOR_EVER, all -> Objects.requireNonNull(all));
    }

    @Override
    public CompletableFuture<Optional<MultiLease>> tryAcquireAsync(Duration atMost) {
        return gather(QueuedLock.nanos(atMost), Optional::ofNullable);
    }

    private <T> CompletableFuture<T> gather(long nanos, Function<@Nullable MultiLease, T> result) {
        List<QueuedLock> locks = names.stream().map(this::lock).toList();
        return new Gathering<>(engine, locks, this::together, nanos, result).begin();
    }

    /** An attempt to take them with one request; null if that cannot be. */
    private @Nullable Together together() {
        return engine.isTogether(names) ? new Together(engine, names, options) : null;
    }

    private QueuedLock lock(String name) {
        return new QueuedLock(engine, name, Demand.MUTEX, options);
    }

    @Override
    public MultiLock with(LockOptions options) {
        return new QueuedMultiLock(engine, names, engine.checked(null, options));
    }

    @Override
    public String toString() {
        return "MultiLock" + names;
    }
}
