package io.holdfast.jdbc;

import io.holdfast.spi.Ask;
import io.holdfast.spi.Held;
import io.holdfast.spi.SessionContext;
import io.holdfast.spi.Tokens;
import io.holdfast.spi.queue.Claim;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What every operation has in common: it locks a lock's row, has something done to the queue, writes it back, and tells. */
final class Queues {

    /** What is done to a queue, while nobody else can change it. */
    @FunctionalInterface
    interface Step<R> {

        R apply(StoredQueue stored);
    }

    private final Database database;
    private final SessionContext context;

    /** Those that have a row. */
    private final NameSet known = new NameSet();

    /** Those that somebody waited for: trying the short way would be in vain. */
    private final NameSet crowded = new NameSet();

    Queues(Database database, SessionContext context) {
        this.database = database;
        this.context = context;
    }

    /** {@return the tokens with which a free lock was taken without looking at its queue; empty if that was not to be had} */
    Optional<Tokens> take(Transaction transaction, Ask ask, Contact client) throws SQLException {
        if (!ask.demand().exclusive() || crowded.contains(ask.name())) {
            return Optional.empty();
        }
        Sql sql = database.dialect().takeFree(ask, client, known.contains(ask.name()));
        if (sql == null) {
            return Optional.empty();
        }
        Optional<Tokens> tokens = transaction.takeFree(sql);
        if (tokens.isPresent()) {
            known.add(ask.name());
        } else {
            known.remove(ask.name());
        }
        return tokens;
    }

    /** {@return whether a lock was given back without looking at its queue} */
    boolean giveBack(Transaction transaction, Held held) throws SQLException {
        if (!held.demand().exclusive() || crowded.contains(held.name())) {
            return false;
        }
        Sql sql = database.dialect().giveBack(held);
        return sql != null && transaction.update(sql) == 1;
    }

    private void note(StoredQueue stored) {
        known.add(stored.name());
        if (stored.isCrowded()) {
            crowded.add(stored.name());
        } else {
            crowded.remove(stored.name());
        }
    }

    /**
     * {@return what comes of doing something to the queue of a lock}
     *
     * @param owners owner ids that may join, or be marked as used up
     * @param insert whether the lock needs a row, if it has none; otherwise it has nobody who holds or waits, and whatever is
     *     done changes nothing about that
     */
    <R> R step(Transaction transaction, String name, List<String> owners, boolean insert, Step<R> step)
            throws SQLException {
        List<String> names = List.of(name);
        return step(
                transaction,
                name,
                insert ? transaction.lockOrInsert(names, owners) : transaction.lock(names, owners, Locking.WAIT),
                step);
    }

    /** {@return what comes of doing something to the queue of a lock of which others must not be in the way} */
    <R> R stepIfFree(Transaction transaction, String name, Step<R> step) throws SQLException {
        return step(transaction, name, transaction.lock(List.of(name), List.of(), Locking.FAIL), step);
    }

    private <R> R step(Transaction transaction, String name, Map<String, StoredQueue> queues, Step<R> step)
            throws SQLException {
        StoredQueue stored = queues.get(name);
        if (stored == null) {
            return step.apply(StoredQueue.empty(name));
        }
        R result = step.apply(stored);
        commit(transaction, List.of(stored));
        return result;
    }

    /** Writes what changed, and last of all tells those who were granted without asking. */
    void commit(Transaction transaction, Collection<StoredQueue> queues) throws SQLException {
        List<Sql> changes = new ArrayList<>();
        List<Claim<Contact>> mine = new ArrayList<>();
        for (StoredQueue stored : queues) {
            changes.addAll(stored.changes(database.tables()));
            for (Claim<Contact> handed : stored.queue().takeHanded()) {
                if (handed.client().client().equals(context.client().id())) {
                    mine.add(handed);
                } else if (handed.client().listens()) {
                    changes.addAll(database.dialect().tell(handed.client().client(), Message.of(handed)));
                }
            }
        }
        transaction.commit(changes);
        queues.forEach(this::note);
        for (Claim<Contact> handed : mine) {
            Tokens tokens = handed.tokens();
            if (tokens != null) {
                context.signals().granted(handed.ask().name(), handed.ask().owner(), tokens);
            }
        }
    }
}
