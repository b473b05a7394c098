package io.holdfast.engine;

import io.holdfast.MultiLease;
import io.holdfast.engine.Together.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A future that gathers several locks: with one request, or one after the other. If it ends without all of them, it gives back those it has.
 *
 * @param <T> what the future is of
 */
final class Gathering<T> {

    private final Engine engine;
    private final List<QueuedLock> locks;
    private final Supplier<@Nullable Together> together;
    private final long since;
    private final long nanos;
    private final Function<@Nullable MultiLease, T> result;
    private final CompletableFuture<T> future = new CompletableFuture<>();

    private final ReentrantLock mutex = new ReentrantLock();
    private List<HeldLease> taken = new ArrayList<>();
    private @Nullable CompletableFuture<?> wait;
    private boolean over;

    /**
     * A future that gathers locks.
     *
     * @param engine tells the time
     * @param locks the locks, in the order in which to take them
     * @param together makes an attempt to take them with one request, if that can be
     * @param nanos how long to wait for all of them; negative for ever
     * @param result makes the result of the lease, or of there being none
     */
    Gathering(
            Engine engine,
            List<QueuedLock> locks,
            Supplier<@Nullable Together> together,
            long nanos,
            Function<@Nullable MultiLease, T> result) {
        this.engine = engine;
        this.locks = locks;
        this.together = together;
        this.since = engine.now();
        this.nanos = nanos;
        this.result = result;
    }

    CompletableFuture<T> begin() {
        // However it ends: by whoever completes it.
        var unused = future.whenComplete((done, error) -> stop());
        takeAll();
        return future;
    }

    private void takeAll() {
        Together attempt = together.get();
        if (attempt == null) {
            take(0);
            return;
        }
        CompletableFuture<Outcome> next = attempt.begin(left());
        waitFor(next);
        var unused = next.whenCompleteAsync(
                (outcome, error) -> {
                    // There is an error only if nobody wants it any more.
                    if (error == null) {
                        tookTogether(outcome);
                    }
                },
                engine.executor());
    }

    private void tookTogether(Outcome outcome) {
        if (!outcome.isFinal(left())) {
            take(0);
        } else if (outcome.failure() != null) {
            future.completeExceptionally(outcome.failure());
        } else if (!outcome.isComplete()) {
            future.complete(result.apply(null));
        } else if (keepAll(outcome.leases())) {
            finish();
        } else {
            outcome.leases().forEach(HeldLease::takeBack);
        }
    }

    private long left() {
        return QueuedLock.left(nanos, since, engine.now());
    }

    private void take(int index) {
        if (index == locks.size()) {
            finish();
            return;
        }
        CompletableFuture<Optional<HeldLease>> next = locks.get(index).future(left(), Optional::ofNullable);
        waitFor(next);
        var unused = next.whenComplete((lease, error) -> {
            if (error != null) {
                future.completeExceptionally(Failures.unwrap(error));
            } else if (lease.isEmpty()) {
                future.complete(result.apply(null));
            } else if (keepAll(List.of(lease.get()))) {
                take(index + 1);
            } else {
                lease.get().takeBack();
            }
        });
    }

    private void finish() {
        List<HeldLease> all = takeOut();
        BundledLease lease = new BundledLease(all);
        if (lease.isValid()) {
            if (!future.complete(result.apply(lease))) {
                all.forEach(HeldLease::takeBack);
            }
            return;
        }
        // One was lost while the others were waited for: nobody is served with less than all.
        all.forEach(HeldLease::takeBack);
        if (!future.isDone()) {
            takeAll();
        }
    }

    private void waitFor(CompletableFuture<?> next) {
        boolean unwanted;
        mutex.lock();
        try {
            wait = next;
            unwanted = over;
        } finally {
            mutex.unlock();
        }
        if (unwanted) {
            next.cancel(false);
        }
    }

    private boolean keepAll(List<HeldLease> leases) {
        mutex.lock();
        try {
            return !over && taken.addAll(leases);
        } finally {
            mutex.unlock();
        }
    }

    private List<HeldLease> takeOut() {
        mutex.lock();
        try {
            List<HeldLease> all = taken;
            taken = new ArrayList<>();
            return all;
        } finally {
            mutex.unlock();
        }
    }

    private void stop() {
        CompletableFuture<?> pending;
        mutex.lock();
        try {
            over = true;
            pending = wait;
        } finally {
            mutex.unlock();
        }
        takeOut().forEach(HeldLease::takeBack);
        if (pending != null) {
            pending.cancel(false);
        }
    }
}
