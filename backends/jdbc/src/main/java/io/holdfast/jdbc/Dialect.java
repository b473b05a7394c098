package io.holdfast.jdbc;

import com.zaxxer.hikari.HikariConfig;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Held;
import io.holdfast.spi.Tokens;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * In what one database differs from the others, and how statements are sent to it: several in one message where it takes
 * that, else one after the other.
 */
abstract class Dialect {

    static final Sql COMMIT = Sql.of("COMMIT");
    private static final Sql ROLLBACK = Sql.of("ROLLBACK");

    final Tables tables;

    /** Whether the connections are of a pool of our own, set up as {@link #configure} says. */
    final boolean own;

    Dialect(Tables tables, boolean own) {
        this.tables = tables;
        this.own = own;
    }

    /**
     * {@return the dialect of a database that calls itself by a name, or whose URL has it; null if it is none of ours}
     *
     * @param own whether its connections are of a pool of our own
     */
    static @Nullable Dialect of(String product, Tables tables, boolean own) {
        String name = product.toLowerCase(Locale.ROOT);
        if (name.startsWith("postgresql")) {
            return new Postgres(tables, own);
        }
        if (name.startsWith("mariadb") || name.startsWith("mysql")) {
            return new MariaDb(tables, own);
        }
        if (name.startsWith("h2")) {
            return new H2(tables, own);
        }
        return name.startsWith("sqlite") ? new Sqlite(tables, own) : null;
    }

    // ---- what each of them says

    /** {@return the file with its tables} */
    abstract String schema();

    /** {@return what selects the time now: when the statement begins or later, not when the transaction began} */
    abstract String clock();

    /** {@return the time that was selected, in microseconds since 1970} */
    long micros(ResultSet row, int column) throws SQLException {
        return row.getLong(column);
    }

    /** {@return a statement that inserts a lock's row, and does nothing if there is one} */
    abstract Sql insertLock(byte[] name, LockRow row);

    /** {@return what is to be done with a failure that is the database's answer} */
    abstract Failure failure(SQLException error);

    /** Sets what is different for a pool of our own. */
    void configure(HikariConfig pool) {}

    /** {@return how many connections it makes sense to use at once} */
    int connections() {
        return 8;
    }

    /** {@return whether it is somewhere else, so that its answers may fail to come} */
    boolean hasNetwork() {
        return true;
    }

    /** {@return whether its tables are created without being asked for: there is nobody else who would} */
    boolean createsTables() {
        return false;
    }

    /** {@return after what time one who has just begun to wait asks again, if it is not told} */
    abstract Duration shortestPoll();

    /** {@return whether transactions are begun by JDBC; otherwise by a statement, on a connection that commits by itself} */
    boolean begunByJdbc() {
        return false;
    }

    /** {@return what begins a transaction, beside JDBC} */
    abstract List<Sql> beginning();

    /** Looks whether a connection is as it must be, where a statement cannot make it so. */
    void check(Connection connection) throws SQLException {}

    /** {@return what makes a select lock its rows; null if a transaction has locked everything already} */
    abstract @Nullable String lockingSuffix(Locking locking);

    /** {@return the usual words for that, but for those that wait} */
    static String suffix(Locking locking, String waiting) {
        return switch (locking) {
            case WAIT -> waiting;
            case FAIL -> " FOR UPDATE NOWAIT";
            case SKIP -> " FOR UPDATE SKIP LOCKED";
        };
    }

    /** {@return whether it takes several statements in one message, each with a look of its own at the data} */
    boolean takesSeveral() {
        return false;
    }

    /**
     * {@return what takes a free lock in one message, and selects its tokens; null if that cannot be done}
     *
     * @param known whether the lock is likely to have a row
     */
    @Nullable
    Sql takeFree(Ask ask, Contact contact, boolean known) {
        return null;
    }

    /** {@return the tokens that were selected with it, after it was executed; empty if the lock was not free} */
    Optional<Tokens> taken(PreparedStatement statement) throws SQLException {
        ResultSet result = statement.getResultSet() != null ? statement.getResultSet() : next(statement);
        return result.next() ? Optional.of(new Tokens(result.getLong(1), result.getLong(2))) : Optional.empty();
    }

    /** {@return the statements that a message consists of which commits by itself} */
    List<Sql> alone(Connection connection, Sql statement) throws SQLException {
        return List.of(statement);
    }

    /** {@return what gives back a lock that nobody waits for in one message; null if that cannot be done} */
    @Nullable
    Sql giveBack(Held held) {
        return null;
    }

    /** {@return what tells a client something when the transaction is committed, if there is something} */
    List<Sql> tell(String client, String message) {
        return List.of();
    }

    /** {@return a listener for what {@link #tell} tells; null if there is none} */
    @Nullable
    Listening listening() {
        return null;
    }

    // ---- how statements are sent

    PreparedStatement prepare(Connection connection, Sql sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql.text());
        try {
            sql.bind(statement);
            return statement;
        } catch (SQLException | RuntimeException e) {
            statement.close();
            throw e;
        }
    }

    /** Begins a transaction. */
    final void begin(Connection connection) throws SQLException {
        check(connection);
        change(connection, beginning());
    }

    /**
     * Begins a transaction, locks the rows of some locks, and then reads them, who claims them, and the time.
     *
     * @param owners owner ids of which it must be known whether they are used up
     */
    final Reading lock(Connection connection, Collection<byte[]> names, Collection<String> owners, Locking locking)
            throws SQLException {
        check(connection);
        String suffix = lockingSuffix(locking);
        return takesSeveral() && suffix != null
                ? lockAtOnce(connection, names, owners, suffix)
                : lockStepByStep(connection, names, owners, suffix);
    }

    private Reading lockAtOnce(
            Connection connection, Collection<byte[]> names, Collection<String> owners, String suffix)
            throws SQLException {
        List<Sql> statements = new ArrayList<>(beginning());
        statements.add(lockRows(names, suffix));
        // Not one statement with the one before: that would show the claims as they were before the wait for the row.
        statements.add(tables.read(clock(), names));
        if (!owners.isEmpty()) {
            statements.add(tables.marked(owners));
        }
        Reading reading = new Reading(this);
        try (PreparedStatement statement = prepare(connection, Sql.all(statements))) {
            List<byte[]> locked = Reading.names(first(statement));
            reading.rows(next(statement));
            if (!owners.isEmpty()) {
                reading.marks(next(statement));
            }
            // What is there, but was not locked, was either skipped or came a moment ago.
            reading.retain(locked);
        }
        return reading;
    }

    private Reading lockStepByStep(
            Connection connection, Collection<byte[]> names, Collection<String> owners, @Nullable String suffix)
            throws SQLException {
        change(connection, beginning());
        Collection<byte[]> locked = names;
        if (suffix != null) {
            try (PreparedStatement statement = prepare(connection, lockRows(names, suffix))) {
                locked = Reading.names(statement.executeQuery());
            }
        }
        Reading reading = new Reading(this);
        if (locked.isEmpty()) {
            return reading;
        }
        try (PreparedStatement statement = prepare(connection, tables.read(clock(), locked))) {
            reading.rows(statement.executeQuery());
        }
        if (reading.hasMarks(owners)) {
            try (PreparedStatement statement = prepare(connection, tables.marked(owners))) {
                reading.marks(statement.executeQuery());
            }
        }
        return reading;
    }

    /** {@return a statement that locks rows in the order of their names, so that no two wait for each other in a circle} */
    private Sql lockRows(Collection<byte[]> names, String suffix) {
        return new Sql(
                "SELECT name FROM " + tables.lock + " WHERE name IN " + Sql.places(names) + " ORDER BY name" + suffix,
                List.copyOf(names));
    }

    /** {@return the first result with rows of a message that is sent now: what only changes something has none} */
    private static ResultSet first(PreparedStatement statement) throws SQLException {
        return statement.execute() ? statement.getResultSet() : next(statement);
    }

    /** {@return the next result with rows} */
    static ResultSet next(PreparedStatement statement) throws SQLException {
        while (!statement.getMoreResults()) {
            if (statement.getUpdateCount() == -1) {
                throw new IllegalStateException("The database answered fewer statements than it was sent");
            }
        }
        return statement.getResultSet();
    }

    /**
     * Executes changes, and commits.
     *
     * @param committing is run right before nobody can know any more whether they will have been executed
     */
    final void commit(Connection connection, List<Sql> changes, Runnable committing) throws SQLException {
        if (takesSeveral()) {
            List<Sql> all = new ArrayList<>(changes);
            all.add(COMMIT);
            committing.run();
            change(connection, all);
            return;
        }
        change(connection, changes);
        committing.run();
        if (begunByJdbc()) {
            connection.commit();
        } else {
            change(connection, List.of(COMMIT));
        }
    }

    final void rollback(Connection connection) throws SQLException {
        if (begunByJdbc()) {
            connection.rollback();
        } else {
            change(connection, List.of(ROLLBACK));
        }
    }

    /** Executes statements whose results are of no interest. */
    private void change(Connection connection, List<Sql> changes) throws SQLException {
        List<Sql> messages = takesSeveral() && changes.size() > 1 ? List.of(Sql.all(changes)) : changes;
        Map<String, PreparedStatement> statements = new HashMap<>();
        try {
            for (Sql message : messages) {
                PreparedStatement statement = statements.get(message.text());
                if (statement == null) {
                    statement = prepare(connection, message);
                    statements.put(message.text(), statement);
                } else {
                    message.bind(statement);
                }
                statement.execute();
            }
        } finally {
            for (PreparedStatement statement : statements.values()) {
                statement.close();
            }
        }
    }
}
