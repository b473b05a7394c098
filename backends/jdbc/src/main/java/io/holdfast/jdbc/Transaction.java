package io.holdfast.jdbc;

import io.holdfast.spi.Tokens;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * What one request does with a connection, for as short as can be: a statement that commits by itself, or a transaction
 * that locks, reads, writes and commits. It is never the caller's: that has another connection, on another thread.
 */
final class Transaction implements AutoCloseable {

    private static final int ATTEMPTS = 10;
    private static final int UNLIMITED = -1;

    private final Connection connection;
    private final Dialect dialect;
    private final boolean autoCommit;
    private final int networkTimeout;

    private boolean open;
    private boolean uncertain;

    /**
     * Takes a connection for a moment.
     *
     * @param timeoutMillis after what time an answer that does not come breaks the connection; 0 if there is no network
     */
    Transaction(Connection connection, Dialect dialect, int timeoutMillis) throws SQLException {
        this.connection = connection;
        this.dialect = dialect;
        this.autoCommit = connection.getAutoCommit();
        setAutoCommit(!dialect.begunByJdbc());
        this.networkTimeout = timeoutMillis == 0 ? UNLIMITED : limited(timeoutMillis);
    }

    /** {@return the limit that it had before; a pool of our own sets that back by itself} */
    private int limited(int timeoutMillis) throws SQLException {
        try {
            int before = dialect.own ? UNLIMITED : connection.getNetworkTimeout();
            connection.setNetworkTimeout(Runnable::run, timeoutMillis);
            return before;
        } catch (SQLFeatureNotSupportedException e) {
            return UNLIMITED;
        }
    }

    /** {@return whether something was sent of which nobody knows whether it was executed} */
    boolean isUncertain() {
        return uncertain;
    }

    /**
     * {@return the queues of some locks, by name, while nobody else can change them; those that have no row are missing}
     *
     * @param owners owner ids that may join, or be marked as used up
     */
    Map<String, StoredQueue> lock(Collection<String> names, Collection<String> owners, Locking locking)
            throws SQLException {
        List<byte[]> keys = new TreeSet<>(names).stream().map(Sql::bytes).toList();
        start();
        return dialect.lock(connection, keys, owners, locking).queues();
    }

    /** {@return the same, of locks whose rows are inserted if they are missing} */
    Map<String, StoredQueue> lockOrInsert(Collection<String> names, Collection<String> owners) throws SQLException {
        // Who has locked one row and waits for another has those wait who want the first, its holder among them.
        Locking locking = names.size() == 1 ? Locking.WAIT : Locking.FAIL;
        Map<String, StoredQueue> queues = lock(names, owners, locking);
        for (int attempt = 1; queues.size() < names.size(); attempt++) {
            if (attempt > ATTEMPTS) {
                throw new IllegalStateException("The row of a lock cannot be inserted: one of " + names);
            }
            // By turns, in transactions of their own, so that nobody waits for a row while it has locked another.
            rollback();
            for (String name : names) {
                if (!queues.containsKey(name)) {
                    insert(name);
                }
            }
            queues = lock(names, owners, locking);
        }
        return queues;
    }

    private void insert(String name) throws SQLException {
        LockRow row = LockRow.fresh(now());
        // Inserting a row that means nothing may be done twice, or for nothing: it is swept up.
        begin();
        commit(List.of(dialect.insertLock(Sql.bytes(name), row)));
    }

    /** {@return the time by the database's clock, in microseconds since 1970} */
    long now() throws SQLException {
        return read(Sql.of("SELECT " + dialect.clock()), result -> {
            result.next();
            return dialect.micros(result, 1);
        });
    }

    /** Begins a transaction that locks nothing before it writes. */
    void begin() throws SQLException {
        start();
        dialect.begin(connection);
    }

    /** Ends what a look may have begun. */
    private void start() throws SQLException {
        if (open) {
            rollback();
        }
        open = true;
    }

    /** Writes what changed, and ends the transaction. */
    void commit(List<Sql> changes) throws SQLException {
        dialect.commit(connection, changes, () -> uncertain = true);
        uncertain = false;
        open = false;
    }

    /** {@return the tokens with which a statement took a free lock; empty if it was not free} */
    Optional<Tokens> takeFree(Sql sql) throws SQLException {
        return alone(sql, (statement, selected) -> dialect.taken(statement));
    }

    /** {@return how many rows a statement changed that is a transaction by itself} */
    int update(Sql sql) throws SQLException {
        return alone(sql, (statement, selected) -> {
            int changed = 0;
            for (boolean rows = selected; rows || statement.getUpdateCount() != -1; rows = statement.getMoreResults()) {
                changed = Math.max(changed, statement.getUpdateCount());
            }
            return changed;
        });
    }

    /** What is made of a statement's results. */
    @FunctionalInterface
    private interface Results<R> {

        R of(PreparedStatement statement, boolean selected) throws SQLException;
    }

    private <R> R alone(Sql sql, Results<R> results) throws SQLException {
        List<Sql> message = dialect.alone(connection, sql);
        open = message.size() > 1 || dialect.begunByJdbc();
        uncertain = true;
        try (PreparedStatement statement = dialect.prepare(connection, Sql.all(message))) {
            boolean selected = statement.execute();
            R result = results.of(statement, selected);
            if (dialect.begunByJdbc()) {
                connection.commit();
            }
            uncertain = false;
            open = false;
            return result;
        }
    }

    /** Something that is read. */
    @FunctionalInterface
    interface Reader<R> {

        R read(ResultSet result) throws SQLException;
    }

    /** {@return what a statement reads, which locks nothing} */
    <R> R read(Sql sql, Reader<R> reader) throws SQLException {
        open = dialect.begunByJdbc();
        try (PreparedStatement statement = dialect.prepare(connection, sql);
                ResultSet result = statement.executeQuery()) {
            return reader.read(result);
        }
    }

    /** Creates the tables, those that are missing. */
    void create(List<String> statements) throws SQLException {
        for (String text : statements) {
            begin();
            commit(List.of(Sql.of(text)));
        }
    }

    private void rollback() throws SQLException {
        dialect.rollback(connection);
        open = false;
    }

    /** Leaves the connection as it was, for whoever has it next. */
    @Override
    public void close() throws SQLException {
        if (open) {
            rollback();
        }
        setAutoCommit(autoCommit);
        if (networkTimeout != UNLIMITED) {
            connection.setNetworkTimeout(Runnable::run, networkTimeout);
        }
    }

    private void setAutoCommit(boolean wanted) throws SQLException {
        if (connection.getAutoCommit() != wanted) {
            connection.setAutoCommit(wanted);
        }
    }
}
