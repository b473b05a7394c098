package io.holdfast.engine;

import io.holdfast.spi.Environment;
import java.security.SecureRandom;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The real world: the system's clocks, one timer thread, and a few threads for callbacks, all of them daemons. */
final class SystemEnvironment {

    private static final Logger log = LoggerFactory.getLogger(SystemEnvironment.class);
    private static final long IDLE_SECONDS = 10;

    /** How deep an executor that runs things at once may nest before a thread of our own takes over. */
    private static final int MAX_NESTED = 50;

    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, daemons("holdfast-timer"));
    private final ThreadPoolExecutor callbacks = callbackThreads();
    private final @Nullable Executor given;
    private final ThreadLocal<Integer> nested = ThreadLocal.withInitial(() -> 0);

    /**
     * The real world.
     *
     * @param given where to run what belongs to users; by default on threads of its own
     */
    SystemEnvironment(@Nullable Executor given) {
        this.given = given;
        timer.setRemoveOnCancelPolicy(true);
    }

    Environment environment() {
        return new Environment(new SystemClock(), this::schedule, this::execute, new SecureRandom());
    }

    /** Ends the threads. What is still to be told, now or later, is told by threads that end right after. */
    void close() {
        timer.shutdownNow();
        callbacks.setKeepAliveTime(1, TimeUnit.MILLISECONDS);
    }

    private Environment.Cancellable schedule(Runnable task, long delayNanos) {
        try {
            ScheduledFuture<?> scheduled = timer.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
            return () -> scheduled.cancel(false);
        } catch (RejectedExecutionException closed) {
            return () -> {};
        }
    }

    /** Nothing that is to be told is lost, whatever the user's executor does with it. */
    private void execute(Runnable task) {
        int depth = nested.get();
        if (given != null && depth < MAX_NESTED) {
            nested.set(depth + 1);
            try {
                given.execute(task);
                return;
            } catch (RuntimeException | Error e) {
                log.warn("The executor refused a callback; it runs on a thread of Holdfast's instead.", e);
            } finally {
                if (depth == 0) {
                    nested.remove();
                } else {
                    nested.set(depth);
                }
            }
        }
        callbacks.execute(task);
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
