package io.holdfast.jdbc;

import io.holdfast.spi.Environment;
import io.holdfast.spi.SessionContext;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * What has to be done now and then: every client says that it is there, and one of all of them looks each minute for what
 * nobody asks for any more, so that nothing grows for ever.
 */
final class Housekeeping {

    private static final Duration EVERY = Duration.ofMinutes(1);
    private static final Duration SOON = Duration.ofSeconds(1);

    /** How long a lock's row stays that nobody uses. Its tokens would go on by the clock, so that is only to be on the safe side. */
    private static final long IDLE = 3600 * Micros.SECOND;

    private static final long SILENT = 3600 * Micros.SECOND;
    private static final int MOST = 500;

    private final Database database;
    private final Requests requests;
    private final Queues queues;
    private final SessionContext context;
    private Environment.@Nullable Cancellable next;
    private boolean announced;
    private boolean ended;

    Housekeeping(Database database, Requests requests, Queues queues, SessionContext context) {
        this.database = database;
        this.requests = requests;
        this.queues = queues;
        this.context = context;
    }

    /** Says who this is, and from time to time looks after things. */
    CompletionStage<Boolean> start() {
        return requests.run(this::announce)
                .whenComplete((done, error) -> later(error == null ? this::lookAround : this::start, error == null));
    }

    private void lookAround() {
        start();
        sweep();
    }

    /** Looks for what nobody asks for any more, unless somebody has done so lately. */
    CompletionStage<Void> sweep() {
        return requests.run(this::swept).thenCompose(mine -> {
            if (!mine) {
                return CompletableFuture.completedFuture(null);
            }
            requests.run(this::overdue).thenAccept(names -> names.forEach(this::settle));
            return forgetIdle();
        });
    }

    /** Removes the rows of locks that nobody uses, some at a time, until there are none. */
    private CompletionStage<Void> forgetIdle() {
        return requests.run(this::forgotten).thenCompose(count -> {
            return count < MOST ? CompletableFuture.<Void>completedFuture(null) : forgetIdle();
        });
    }

    private synchronized void later(Runnable task, boolean calm) {
        if (!ended) {
            Environment environment = context.environment();
            long delay = (calm ? EVERY : SOON).toNanos();
            next = environment
                    .scheduler()
                    .schedule(task, delay - environment.random().nextLong(delay / 4));
        }
    }

    private boolean announce(Transaction transaction) throws SQLException {
        Tables tables = database.tables();
        long now = transaction.now();
        transaction.begin();
        transaction.commit(List.of(tables.forget(context.client().id()), tables.announce(context.client(), now)));
        synchronized (this) {
            announced = true;
        }
        return true;
    }

    /** {@return whether it was this client's turn} */
    private boolean swept(Transaction transaction) throws SQLException {
        Tables tables = database.tables();
        long now = transaction.now();
        if (transaction.update(tables.takeSweep(now, now - Micros.SECOND * EVERY.toSeconds() / 2)) == 0) {
            return false;
        }
        transaction.update(tables.sweepMarks(now));
        transaction.update(tables.sweepClients(now - SILENT));
        return true;
    }

    /** {@return how many rows of locks were removed; those that somebody is about to use are left out} */
    private int forgotten(Transaction transaction) throws SQLException {
        Tables tables = database.tables();
        long now = transaction.now();
        List<String> idle = transaction.read(tables.idle(now, now - IDLE, MOST), Reading::names).stream()
                .map(Sql::text)
                .toList();
        if (idle.isEmpty()) {
            return 0;
        }
        Set<String> locked = transaction.lock(idle, List.of(), Locking.SKIP).keySet();
        transaction.commit(locked.stream()
                .map(name -> tables.sweepLock(Sql.bytes(name), now, now - IDLE))
                .toList());
        return locked.size();
    }

    /** {@return names of locks of which somebody's time is over, though nobody has asked} */
    private List<String> overdue(Transaction transaction) throws SQLException {
        return transaction.read(database.tables().overdue(transaction.now(), MOST), Reading::names).stream()
                .map(Sql::text)
                .toList();
    }

    /** Lets time do its work with a lock that nobody asks for. */
    private void settle(String name) {
        requests.run(
                name,
                transaction -> queues.step(transaction, name, List.of(), false, stored -> {
                    stored.queue().settle(stored.now());
                    return true;
                }));
    }

    /** Takes back the word that this client is there, if that can be done in a moment. */
    void close(Duration time) {
        boolean there;
        synchronized (this) {
            ended = true;
            there = announced;
            if (next != null) {
                next.cancel();
            }
        }
        if (!there) {
            return;
        }
        try {
            requests.run(transaction -> transaction.update(
                            database.tables().forget(context.client().id())))
                    .toCompletableFuture()
                    .get(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // Others forget it in time.
            return;
        }
    }
}
