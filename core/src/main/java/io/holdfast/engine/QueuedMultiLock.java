package io.holdfast.engine;

import io.holdfast.InvalidLockException;
import io.holdfast.LockOptions;
import io.holdfast.LockTimeoutException;
import io.holdfast.MultiLease;
import io.holdfast.MultiLock;
import io.holdfast.spi.Demand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * A handle on several locks, which are taken one after the other in the order of their names.
 *
 * <p>A store that can take them all in one request would be asked before that, here: it would spare requests, and change
 * nothing of what is promised.
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
        long since = engine.now();
        while (true) {
            List<HeldLease> taken = new ArrayList<>(names.size());
            boolean complete = false;
            try {
                for (String name : names) {
                    long left = QueuedLock.left(nanos, since, engine.now());
                    Optional<HeldLease> lease = lock(name).await(left, interruptible, holder -> Optional.empty());
                    if (lease.isEmpty()) {
                        return ifBusy.apply(name);
                    }
                    taken.add(lease.get());
                }
                MultiLease all = new BundledLease(taken);
                complete = all.isValid();
                if (complete) {
                    return Optional.of(all);
                }
                // One was lost while the others were waited for: nobody is served with less than all.
            } finally {
                if (!complete) {
                    taken.forEach(HeldLease::takeBack);
                }
            }
        }
    }

    @Override
    public CompletableFuture<MultiLease> acquireAsync() {
        return new Gathering<MultiLease>(engine, locks(), QueuedLock.FOR_EVER, all -> Objects.requireNonNull(all))
                .begin();
    }

    @Override
    public CompletableFuture<Optional<MultiLease>> tryAcquireAsync(Duration atMost) {
        return new Gathering<Optional<MultiLease>>(engine, locks(), QueuedLock.nanos(atMost), Optional::ofNullable)
                .begin();
    }

    private List<QueuedLock> locks() {
        return names.stream().map(this::lock).toList();
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
