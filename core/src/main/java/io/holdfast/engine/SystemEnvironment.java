package io.holdfast.engine;

import io.holdfast.spi.Environment;
import java.security.SecureRandom;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The real world: the system's clocks, one timer thread, and a few threads for callbacks, all of them daemons. */
final class SystemEnvironment {

    private static final long IDLE_SECONDS = 10;

    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, daemons("holdfast-timer"));
    private final ThreadPoolExecutor callbacks;
    private final Environment environment;

    /**
     * The real world.
     *
     * @param executor where to run what belongs to users; by default on threads of its own
     */
    SystemEnvironment(@Nullable Executor executor) {
        timer.setRemoveOnCancelPolicy(true);
        callbacks = callbackThreads();
        environment = new Environment(
                new SystemClock(), this::schedule, executor == null ? callbacks : executor, new SecureRandom());
    }

    Environment environment() {
        return environment;
    }

    /** Ends the threads, after the callbacks that are due. */
    void close() {
        timer.shutdownNow();
        callbacks.shutdown();
    }

    private Environment.Cancellable schedule(Runnable task, long delayNanos) {
        if (timer.isShutdown()) {
            return () -> {};
        }
        ScheduledFuture<?> scheduled = timer.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
        return () -> scheduled.cancel(false);
    }

    private static ThreadPoolExecutor callbackThreads() {
        int threads = Math.max(2, Runtime.getRuntime().availableProcessors());
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                threads,
                threads,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                daemons("holdfast-callback"));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    private static ThreadFactory daemons(String name) {
        AtomicInteger count = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, name + "-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    private static final class SystemClock implements Environment.Clock {
        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public long wallMillis() {
            return System.currentTimeMillis();
        }
    }
}
