package io.holdfast.tck;

import io.holdfast.spi.Environment;
import java.util.SplittableRandom;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Time as it is: the system's clocks and one timer thread, for sessions that run without an engine. */
public final class RealTime implements Environment.Clock, AutoCloseable {

    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, task -> {
        Thread thread = new Thread(task, "contract-timer");
        thread.setDaemon(true);
        return thread;
    });

    private final Environment environment =
            new Environment(this, this::schedule, timer, new SplittableRandom(System.nanoTime()));

    /** Starts its thread when it is first needed. */
    public RealTime() {
        timer.setRemoveOnCancelPolicy(true);
    }

    /**
     * {@return what a session may use}
     */
    public Environment environment() {
        return environment;
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public long wallMillis() {
        return System.currentTimeMillis();
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }

    private Environment.Cancellable schedule(Runnable task, long delayNanos) {
        Future<?> scheduled = timer.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
        return () -> scheduled.cancel(false);
    }
}
