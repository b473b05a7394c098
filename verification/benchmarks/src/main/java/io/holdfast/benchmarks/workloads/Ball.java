package io.holdfast.benchmarks.workloads;

import io.holdfast.benchmarks.measure.Latencies;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What the two players of a {@link HandOff} know in common. */
final class Ball {

    private volatile boolean over;
    private volatile long thrownAt;
    private final AtomicLong passes = new AtomicLong();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    /** Notes that it is being released now. */
    void thrown() {
        thrownAt = System.nanoTime();
    }

    /** Notes how long it was on its way, unless it lay there at the beginning. */
    void caught(long now, Latencies times) {
        if (thrownAt != 0) {
            times.record(now - thrownAt);
            passes.incrementAndGet();
        }
    }

    long passes() {
        return passes.get();
    }

    boolean isOver() {
        return over;
    }

    void end() {
        over = true;
    }

    void fail(Throwable reason) {
        failure.compareAndSet(null, reason);
        over = true;
    }

    /** {@return the times, if all went well} */
    Latencies check(Latencies times) {
        Throwable reason = failure.get();
        if (reason != null) {
            throw new IllegalStateException(reason.toString(), reason);
        }
        if (times.count() == 0) {
            throw new IllegalStateException("the lock was never handed over");
        }
        return times;
    }
}
