package io.holdfast.jdbc;

import io.holdfast.HoldfastException;
import io.holdfast.StoreConfigurationException;
import io.holdfast.spi.Environment;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Runs requests on a few threads of its own, each with a connection for as long as that takes.
 *
 * <p>Requests for one lock run one after the other: at the database they would wait for each other anyway, and a lock whose
 * row is stuck must not have more than one thread. What was certainly not executed is tried again until the request's time
 * is over; what may have been is not.
 */
final class Requests {

    /** Something to be done with the database. */
    @FunctionalInterface
    interface Work<R> {

        R run(Transaction transaction) throws SQLException;
    }

    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long IDLE_SECONDS = 10;

    private final Database database;
    private final Environment environment;
    private final Failures failures;
    private final long timeout;
    private final ThreadPoolExecutor threads;
    private final ThreadPoolExecutor apart;
    private final ReentrantLock guard = new ReentrantLock();
    private final Map<String, Queue<Request<?>>> lanes = new HashMap<>();
    private final Set<Request<?>> pending = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    Requests(Database database, Settings settings, Environment environment, String client) {
        this.database = database;
        this.environment = environment;
        this.failures = database.failures();
        this.timeout = settings.commandTimeout().toNanos();
        int count = database.connections();
        this.threads = threads(count, "holdfast-jdbc-" + client);
        // Whatever keeps the others busy, leases are renewed.
        this.apart = count == 1 ? threads : threads(1, "holdfast-jdbc-renewals-" + client);
    }

    private static ThreadPoolExecutor threads(int count, String name) {
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                count, count, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, name);
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    /** {@return the outcome of a request to one lock, behind those before it to the same} */
    <R> CompletionStage<R> run(String lock, Work<R> work) {
        return start(new Request<>(lock, work, timeout, threads));
    }

    /** {@return the outcome of a request that waits for no other} */
    <R> CompletionStage<R> run(Work<R> work) {
        return run(work, Duration.ofNanos(timeout));
    }

    /** {@return the outcome of a request on a thread that is there for such only} */
    <R> CompletionStage<R> runApart(Work<R> work) {
        return start(new Request<>(null, work, timeout, apart));
    }

    /** {@return the outcome of a request that waits for no other, and has its own time} */
    <R> CompletionStage<R> run(Work<R> work, Duration within) {
        return start(new Request<>(null, work, within.toNanos(), threads));
    }

    /** Ends what is under way, as far as anybody waits for it. */
    void close() {
        closed = true;
        threads.shutdown();
        apart.shutdown();
        pending.forEach(request -> request.fail(failures.closed(request.lock)));
    }

    /** Waits for a moment for what is under way, so that no connection is taken from under it. */
    void awaitEnd(Duration time) {
        try {
            if (threads.awaitTermination(time.toMillis(), TimeUnit.MILLISECONDS)) {
                apart.awaitTermination(time.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private <R> CompletionStage<R> start(Request<R> request) {
        pending.add(request);
        if (closed) {
            request.fail(failures.closed(request.lock));
            return request.outcome;
        }
        request.timer = environment.scheduler().schedule(request::timeOut, request.time);
        if (request.lock == null || enter(request.lock, request)) {
            execute(request);
        }
        return request.outcome;
    }

    /** {@return whether it is the first in its lane} */
    private boolean enter(String lock, Request<?> request) {
        guard.lock();
        try {
            Queue<Request<?>> queue = lanes.get(lock);
            if (queue != null) {
                queue.add(request);
                return false;
            }
            lanes.put(lock, new ArrayDeque<>(2));
            return true;
        } finally {
            guard.unlock();
        }
    }

    /** Lets the next in a lane have its turn. {@return the next; null if there is none} */
    private @Nullable Request<?> leave(String lock) {
        guard.lock();
        try {
            Queue<Request<?>> queue = lanes.get(lock);
            Request<?> next = queue == null ? null : queue.poll();
            if (next == null) {
                lanes.remove(lock);
            }
            return next;
        } finally {
            guard.unlock();
        }
    }

    /** Has a request run, and if that cannot be, the next in its lane. */
    private void execute(@Nullable Request<?> first) {
        Request<?> request = first;
        while (request != null) {
            try {
                request.executor.execute(request);
                return;
            } catch (RejectedExecutionException | OutOfMemoryError e) {
                // There are no threads to be had, or it is being closed.
                request.fail(failures.unavailable(request.lock, "no thread was to be had", e));
                request = request.lock == null ? null : leave(request.lock);
            }
        }
    }

    private final class Request<R> implements Runnable {

        final @Nullable String lock;
        final Work<R> work;
        final long time;
        final long deadline;
        final ThreadPoolExecutor executor;
        final CompletableFuture<R> outcome = new CompletableFuture<>();
        Environment.@Nullable Cancellable timer;

        private volatile boolean hadItsTurn;
        private volatile boolean sent;
        private long pause = FIRST_PAUSE;
        private volatile @Nullable HoldfastException trouble;

        Request(@Nullable String lock, Work<R> work, long time, ThreadPoolExecutor executor) {
            this.lock = lock;
            this.work = work;
            this.time = time;
            this.executor = executor;
            this.deadline = environment.clock().nanos() + time;
        }

        void timeOut() {
            long millis = TimeUnit.NANOSECONDS.toMillis(time);
            HoldfastException last = trouble;
            if (last != null) {
                fail(last);
            } else if (sent) {
                fail(failures.notAnswered(lock, millis));
            } else {
                boolean behind = lock != null && !hadItsTurn;
                fail(behind ? failures.notItsTurn(lock, millis) : failures.notSent(lock, millis));
            }
        }

        @Override
        public void run() {
            hadItsTurn = true;
            // One that timed out before its turn was not sent, and never will be.
            if (outcome.isDone() || attempt()) {
                execute(lock == null ? null : leave(lock));
            } else {
                environment.scheduler().schedule(() -> execute(this), pause + jitter());
                pause = Math.min(LONGEST_PAUSE, 2 * pause);
            }
        }

        private long jitter() {
            return environment.random().nextLong(pause);
        }

        /** {@return whether it is over; otherwise it is worth another attempt} */
        private boolean attempt() {
            Connection connection = null;
            Transaction transaction = null;
            try {
                connection = database.take();
                if (outcome.isDone()) {
                    connection.close();
                    return true;
                }
                sent = true;
                transaction = database.begin(connection);
                R result = work.run(transaction);
                giveBack(connection, transaction);
                succeed(result);
                return true;
            } catch (SQLException e) {
                return connection == null ? notConnected(e) : failed(connection, transaction, e);
            } catch (HoldfastException refused) {
                giveBack(connection, transaction);
                fail(refused);
                return true;
            } catch (RuntimeException | Error e) {
                giveBack(connection, transaction);
                fail(failures.unavailable(lock, String.valueOf(e), e));
                return true;
            }
        }

        private boolean notConnected(SQLException error) {
            HoldfastException told = failures.notConnected(lock, error);
            trouble = told;
            return !isWorthAnother(told);
        }

        private boolean failed(Connection connection, @Nullable Transaction transaction, SQLException error) {
            Failure failure = database.failure(error);
            boolean uncertain = transaction != null && transaction.isUncertain() && failure == Failure.UNKNOWN;
            if (failure == Failure.UNKNOWN || failure == Failure.ELSEWHERE || transaction == null) {
                database.discard(connection);
            } else {
                giveBack(connection, transaction);
            }
            HoldfastException told = failures.of(lock, failure, error);
            trouble = told;
            if (uncertain || failure == Failure.NEVER) {
                fail(told);
                return true;
            }
            return !isWorthAnother(told);
        }

        private boolean isWorthAnother(HoldfastException told) {
            if (closed
                    || told instanceof StoreConfigurationException
                    || outcome.isDone()
                    || environment.clock().nanos() + pause - deadline >= 0) {
                fail(told);
                return false;
            }
            sent = false;
            return true;
        }

        private void giveBack(@Nullable Connection connection, @Nullable Transaction transaction) {
            if (connection == null) {
                return;
            }
            try {
                if (transaction != null) {
                    transaction.close();
                }
                connection.close();
            } catch (SQLException | RuntimeException e) {
                database.discard(connection);
            }
        }

        private void succeed(R result) {
            end();
            outcome.complete(result);
        }

        private void fail(HoldfastException error) {
            end();
            outcome.completeExceptionally(error);
        }

        private void end() {
            pending.remove(this);
            if (timer != null) {
                timer.cancel();
            }
        }
    }
}
