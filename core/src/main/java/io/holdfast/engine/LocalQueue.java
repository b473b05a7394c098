package io.holdfast.engine;

import io.holdfast.HoldfastException;
import io.holdfast.LockEvent.Kind;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The waiters of a cohort, first come first. Guarded by the cohort's lock. */
final class LocalQueue {

    private final LinkedHashSet<Waiter> waiters = new LinkedHashSet<>();
    private final Engine engine;
    private final String name;

    LocalQueue(Engine engine, String name) {
        this.engine = engine;
        this.name = name;
    }

    boolean isEmpty() {
        return waiters.isEmpty();
    }

    void add(Waiter waiter) {
        waiters.add(waiter);
    }

    /** Takes out a waiter that has settled to give up; false if it is not there. */
    boolean remove(Waiter waiter) {
        if (!waiters.remove(waiter)) {
            return false;
        }
        recordWait(waiter);
        return true;
    }

    boolean isAnyPatient() {
        for (Waiter waiter : waiters) {
            if (waiter.patient) {
                return true;
            }
        }
        return false;
    }

    /** Takes the first one that still wants the lock, settled. */
    @Nullable
    Waiter take() {
        while (!waiters.isEmpty()) {
            Waiter first = waiters.iterator().next();
            waiters.remove(first);
            if (first.settle()) {
                return first;
            }
            recordWait(first);
        }
        return null;
    }

    /** Tells those who do not want to wait that the lock is busy. */
    void turnAwayImpatient(Effects effects) {
        for (Waiter waiter : takeAll(waiting -> !waiting.patient)) {
            turnAway(waiter, effects);
        }
    }

    void turnAway(Waiter waiter, Effects effects) {
        if (waiter.settle()) {
            effects.add(() -> waiter.finish(null, null));
        }
    }

    void failImpatient(Supplier<HoldfastException> failure, Effects effects) {
        for (Waiter waiter : takeAll(waiting -> !waiting.patient)) {
            fail(waiter, failure.get(), effects);
        }
    }

    void failAll(Supplier<HoldfastException> failure, Effects effects) {
        for (Waiter waiter : takeAll(waiting -> true)) {
            fail(waiter, failure.get(), effects);
        }
    }

    void fail(Waiter waiter, HoldfastException failure, Effects effects) {
        recordWait(waiter);
        if (waiter.settle()) {
            effects.add(() -> waiter.finish(null, failure));
        }
    }

    private List<Waiter> takeAll(Predicate<Waiter> which) {
        List<Waiter> taken = new ArrayList<>();
        waiters.removeIf(waiter -> which.test(waiter) && taken.add(waiter));
        return taken;
    }

    private void recordWait(Waiter waiter) {
        engine.events().record(Kind.WAITED, name, "", 0, engine.now() - waiter.since);
    }
}
