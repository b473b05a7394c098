package io.holdfast.benchmarks.measure;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A thread that goes through its cycle until it is told to stop, and remembers how long it waited each time. */
final class Worker {

    private static final long PATIENCE_MILLIS = TimeUnit.SECONDS.toMillis(60);

    private final Cycle cycle;
    private final CountDownLatch start;
    private final AtomicBoolean done;
    private final CountDownLatch first;
    private final Latencies waits = new Latencies();
    private final Thread thread = new Thread(this::work, "bench-worker");
    private long inTime;
    private volatile @Nullable Throwable failure;

    Worker(Cycle cycle, CountDownLatch start, CountDownLatch first, AtomicBoolean done) {
        this.cycle = cycle;
        this.start = start;
        this.first = first;
        this.done = done;
        thread.setDaemon(true);
        thread.start();
    }

    private void work() {
        try {
            start.await();
            while (!done.get()) {
                waits.record(cycle.run());
                // The last one ends late, when others have stopped already: its wait counts, as the longest may be
                // among these, but it is not one of the cycles that fitted into the time.
                if (!done.get()) {
                    inTime++;
                    first.countDown();
                }
            }
        } catch (InterruptedException | RuntimeException | Error e) {
            failure = e;
            done.set(true);
            first.countDown();
        }
    }

    /** Waits until it has ended. */
    void join() throws InterruptedException, TimeoutException {
        thread.join(PATIENCE_MILLIS);
        if (thread.isAlive()) {
            thread.interrupt();
            throw new TimeoutException("a thread still waits for the lock a minute after the others ended");
        }
        if (failure != null) {
            throw new IllegalStateException(failure.toString(), failure);
        }
    }

    /** {@return how many cycles ended in time} */
    long inTime() {
        return inTime;
    }

    /** {@return how long it waited, in all cycles} */
    Latencies waits() {
        return waits;
    }
}
