package io.holdfast.jdbc;

import io.holdfast.LockInfo;
import io.holdfast.spi.Answer;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Freed;
import io.holdfast.spi.Held;
import io.holdfast.spi.Page;
import io.holdfast.spi.SessionContext;
import io.holdfast.spi.StoreSession;
import io.holdfast.spi.Tokens;
import io.holdfast.spi.queue.ClaimQueue;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** One client's way into a database: each operation is one short transaction on the tables. */
final class JdbcSession implements StoreSession {

    private static final int MOST_TOGETHER = 100;
    private static final Duration LAST_WORD = Duration.ofMillis(500);

    /** What is done to a queue. */
    @FunctionalInterface
    private interface Step<R> {

        R apply(ClaimQueue<Contact> queue, long now);
    }

    private final Database database;
    private final Requests requests;
    private final Queues queues;
    private final Inbox inbox;
    private final Renewals renewals;
    private final Inspection inspection;
    private final Housekeeping housekeeping;
    private final CompletionStage<Void> ready;

    JdbcSession(Database database, Settings settings, SessionContext context) {
        this.database = database;
        this.requests = new Requests(
                database, settings, context.environment(), context.client().id());
        this.queues = new Queues(database, context);
        this.inbox = new Inbox(database, requests, settings, context);
        this.renewals = new Renewals(requests, queues);
        this.inspection = new Inspection(database, requests);
        this.housekeeping = new Housekeeping(database, requests, queues, context);
        CompletionStage<Boolean> reached = requests.run(transaction -> true, settings.connectTimeout());
        this.ready = reached.thenCompose(yes -> housekeeping.start()).thenAccept(announced -> {});
        reached.whenComplete((yes, error) -> {
            if (error != null) {
                // It may be reached later.
                housekeeping.start();
            }
        });
    }

    @Override
    public CompletionStage<Void> ready() {
        return ready;
    }

    @Override
    public CompletionStage<Answer> acquire(Ask ask, boolean join) {
        return requests.run(ask.name(), transaction -> {
            Contact me = inbox.contact();
            Optional<Tokens> tokens = queues.take(transaction, ask, me);
            if (tokens.isPresent()) {
                return new Answer.Granted(tokens.get(), ask.lease());
            }
            return asking(transaction, ask, me, true, (queue, now) -> queue.acquire(ask, join, me, now));
        });
    }

    @Override
    public boolean isTogether(Collection<String> names) {
        return names.size() <= MOST_TOGETHER;
    }

    @Override
    public CompletionStage<List<Answer>> acquireAll(List<Ask> asks) {
        List<String> names = asks.stream().map(Ask::name).toList();
        List<String> owners = asks.stream().map(Ask::owner).toList();
        return requests.run(transaction -> {
            Map<String, StoredQueue> stored = transaction.lockOrInsert(names, owners);
            List<ClaimQueue<Contact>> asked =
                    names.stream().map(name -> found(stored, name).queue()).toList();
            long now = found(stored, names.get(0)).now();
            List<Answer> answers = ClaimQueue.acquireAll(asks, asked, inbox.contact(), now);
            queues.commit(transaction, stored.values());
            return answers;
        });
    }

    private static StoredQueue found(Map<String, StoredQueue> stored, String name) {
        StoredQueue queue = stored.get(name);
        if (queue == null) {
            throw new IllegalStateException("The row of the lock '" + name + "' is missing");
        }
        return queue;
    }

    @Override
    public CompletionStage<Answer> poll(Ask ask) {
        Contact me = inbox.contact();
        return requests.run(
                ask.name(),
                transaction -> queues.step(transaction, ask.name(), List.of(), false, stored -> {
                    stored.reach(ask.owner(), me);
                    return patient(stored, ask, me, stored.queue().poll(ask.owner(), stored.now()));
                }));
    }

    @Override
    public List<CompletionStage<Optional<Duration>>> renew(List<Held> claims) {
        return renewals.renew(claims);
    }

    @Override
    public CompletionStage<Freed> release(Held held, Duration keepFor, Optional<Ask> rejoin) {
        boolean plain = keepFor.isZero() && rejoin.isEmpty();
        Ask next = rejoin.orElse(null);
        return requests.run(held.name(), transaction -> {
            if (plain && queues.giveBack(transaction, held)) {
                return new Freed(true, Optional.empty());
            }
            List<String> owners = next == null ? List.of() : List.of(next.owner());
            Contact me = inbox.contact();
            return queues.step(transaction, held.name(), owners, next != null, stored -> {
                Freed freed = stored.queue().release(held, keepFor, next, me, stored.now());
                return next == null
                        ? freed
                        : new Freed(freed.held(), freed.rejoined().map(answer -> patient(stored, next, me, answer)));
            });
        });
    }

    @Override
    public CompletionStage<Answer> downgrade(Held writer, Ask reader) {
        Contact me = inbox.contact();
        return requests.run(
                writer.name(),
                transaction -> asking(
                        transaction, reader, me, false, (queue, now) -> queue.downgrade(writer, reader, me, now)));
    }

    @Override
    public CompletionStage<Boolean> resize(String name, int from, int to) {
        return requests.run(
                name,
                transaction -> queues.step(
                        transaction,
                        name,
                        List.of(),
                        false,
                        stored -> stored.queue().resize(name, from, to, stored.now())));
    }

    @Override
    public CompletionStage<Boolean> abandon(Ask ask) {
        return requests.run(
                ask.name(),
                transaction -> queues.step(transaction, ask.name(), List.of(ask.owner()), true, stored -> {
                    stored.queue().abandon(ask, stored.now());
                    return true;
                }));
    }

    @Override
    public CompletionStage<Optional<LockInfo>> inspect(String name) {
        return inspection.inspect(name);
    }

    @Override
    public CompletionStage<Page> list(String prefix, Optional<String> cursor, int limit) {
        return inspection.list(prefix, cursor, limit);
    }

    /** Has it done now what is done each minute. */
    CompletionStage<Void> sweep() {
        return housekeeping.sweep();
    }

    @Override
    public void close() {
        housekeeping.close(LAST_WORD);
        inbox.close();
        requests.close();
        requests.awaitEnd(LAST_WORD);
        database.close();
    }

    private Answer asking(Transaction transaction, Ask ask, Contact me, boolean insert, Step<Answer> step)
            throws SQLException {
        return queues.step(
                transaction,
                ask.name(),
                List.of(ask.owner()),
                insert,
                stored -> patient(stored, ask, me, step.apply(stored.queue(), stored.now())));
    }

    /** {@return the answer, with when to ask again if nobody will tell} */
    private Answer patient(StoredQueue stored, Ask ask, Contact me, Answer answer) {
        if (!(answer instanceof Answer.Waiting waiting)) {
            return answer;
        }
        inbox.needed();
        if (me.listens()) {
            return answer;
        }
        Duration patience = stored.patience(ask.owner(), database.dialect().shortestPoll());
        return patience.compareTo(waiting.askAgain()) >= 0
                ? waiting
                : new Answer.Waiting(waiting.validIfGranted(), patience, waiting.holder());
    }
}
