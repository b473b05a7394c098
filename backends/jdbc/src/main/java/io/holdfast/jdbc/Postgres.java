package io.holdfast.jdbc;

import io.holdfast.spi.Ask;
import io.holdfast.spi.Held;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL, which takes several statements in one message, each with a look of its own at the data: a transaction is two
 * messages, one that locks and reads, and one that writes and commits. A lock that nobody else wants is one.
 *
 * <p>Nothing depends on the session, since behind a PgBouncer the next transaction may have another: what is set is set for
 * the transaction, and statements get a name at the server only on connections that have proved to have a session there.
 * Otherwise another client's statement could have that name.
 */
final class Postgres extends Dialect {

    /** A client that stands still in the middle of a transaction must not keep a lock's row for longer than that. */
    private static final int LONGEST_IDLE_MILLIS = 2000;

    /** How long to wait for a row that somebody else has locked, before others get their turn at the connection. */
    private static final int LONGEST_WAIT_MILLIS = 500;

    private static final List<Sql> BEGINNING = List.of(
            Sql.of("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"),
            Sql.of("SET LOCAL lock_timeout = " + LONGEST_WAIT_MILLIS),
            Sql.of("SET LOCAL idle_in_transaction_session_timeout = " + LONGEST_IDLE_MILLIS));

    /** A server that takes no writes, also in recovery, or no connections, or that does not know a statement by its name. */
    private static final Set<String> ELSEWHERE = Set.of("25006", "0A000", "26000", "42P05", "53300", "57P03");

    /** Nobody knows what became of the statement. */
    private static final Set<String> UNKNOWN = Set.of("40003", "25P03", "25P04");

    /** What is wrong with the statement, the tables, the rights or the login will not get better by itself. */
    private static final Set<String> NEVER = Set.of("42", "3F", "3D", "28", "0A", "22", "25");

    private final boolean driverKnown = PgDriver.isPresent();
    private final Map<Object, Boolean> sessions = Collections.synchronizedMap(new WeakHashMap<>());
    private final String takeKnown;
    private final String takeNew;
    private final String giveBack;

    Postgres(Tables tables, boolean own) {
        super(tables, own);
        // The time at which a statement begins, before it may have waited for the row, is on the safe side: who asks
        // counts
        // from before that. It must be one and the same for all columns.
        String now = "(SELECT " + clock() + " AS now) t";
        String first = "greatest(l.next_token, t.now - ? + 1)";
        this.takeKnown =
                "UPDATE " + tables.lock + " l SET kind = ?, capacity = ?, owner = ?, client = ?, first_token = " + first
                        + ", last_token = " + first + " + ? - 1, next_token = " + first + " + ?, since = t.now,"
                        + " valid_until = t.now + ?, kept_until = t.now + ?, note = ? FROM " + now
                        + " WHERE l.name = ? AND l.owner = '' AND l.queued = 0 AND l.marked_until <= t.now"
                        + " RETURNING l.first_token, l.last_token";
        this.takeNew = "INSERT INTO " + tables.lock + " AS l (name, " + LockRow.COLUMNS + ")"
                + " SELECT ?, ?, ?, t.now + 1 + ?, ?, ?, t.now + 1, t.now + ?, t.now, t.now + ?, t.now + ?, ?, 0, 0 FROM "
                + now
                + " ON CONFLICT (name) DO NOTHING RETURNING l.first_token, l.last_token";
        this.giveBack = tables.giveBack(clock());
    }

    @Override
    String schema() {
        return "postgresql.sql";
    }

    @Override
    String clock() {
        return "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint";
    }

    @Override
    Sql insertLock(byte[] name, LockRow row) {
        Sql values = tables.lockValues(name, row);
        return new Sql(
                "INSERT INTO " + tables.lock + " " + values.text() + " ON CONFLICT (name) DO NOTHING", values.values());
    }

    @Override
    Failure failure(SQLException error) {
        String state = error.getSQLState();
        if (state == null || state.length() < 2) {
            return Failure.UNKNOWN;
        }
        if (ELSEWHERE.contains(state)) {
            return Failure.ELSEWHERE;
        }
        String kind = state.substring(0, 2);
        if (kind.equals("08") || state.startsWith("57P0") || UNKNOWN.contains(state)) {
            return Failure.UNKNOWN;
        }
        // A statement that was cancelled, a full disk, a deadlock: it was not executed, and may be the next time.
        return NEVER.contains(kind) ? Failure.NEVER : Failure.AGAIN;
    }

    @Override
    Duration shortestPoll() {
        return Duration.ofMillis(5);
    }

    @Override
    List<Sql> beginning() {
        return BEGINNING;
    }

    @Override
    boolean takesSeveral() {
        return true;
    }

    @Override
    @Nullable
    String lockingSuffix(Locking locking) {
        return suffix(locking, " FOR UPDATE");
    }

    @Override
    Sql takeFree(Ask ask, Contact contact, boolean known) {
        byte[] name = Sql.bytes(ask.name());
        String kind = ask.demand().kind().name();
        int capacity = ask.demand().capacity();
        long block = Math.max(1, ask.block());
        long lease = Micros.ceil(ask.lease());
        long kept = lease + Micros.ceil(ask.lockDelay());
        byte[] note = Sql.bytes(ask.note());
        String owner = ask.owner();
        String client = contact.client();
        return known
                ? Sql.of(
                        takeKnown, kind, capacity, owner, client, block, block, block, block, block, lease, kept, note,
                        name)
                : Sql.of(takeNew, name, kind, capacity, block, owner, client, block, lease, kept, note);
    }

    @Override
    Sql giveBack(Held held) {
        return Sql.of(giveBack, Sql.bytes(held.name()), held.owner(), held.token());
    }

    @Override
    List<Sql> tell(String client, String message) {
        return List.of(Sql.of("SELECT pg_notify(?, ?)", Listening.channel(client), message));
    }

    @Override
    @Nullable
    Listening listening() {
        return driverKnown ? new Listening() : null;
    }

    @Override
    PreparedStatement prepare(Connection connection, Sql sql) throws SQLException {
        PreparedStatement statement = super.prepare(connection, sql);
        if (driverKnown && !hasSession(connection)) {
            PgDriver.prepareNothingAtTheServer(statement);
        }
        return statement;
    }

    @Override
    List<Sql> alone(Connection connection, Sql statement) throws SQLException {
        // Without a limit the server would go on waiting for a row long after the client has given up.
        return driverKnown && own && hasSession(connection)
                ? List.of(statement)
                : List.of(BEGINNING.get(0), BEGINNING.get(1), statement, COMMIT);
    }

    /** {@return whether it has; then the limits that a transaction would have are set for the session as well} */
    private boolean hasSession(Connection connection) throws SQLException {
        Object identity = PgDriver.identity(connection);
        Boolean known = sessions.get(identity);
        if (known == null) {
            known = PgDriver.hasSession(connection);
            if (known && own) {
                try (Statement statement = connection.createStatement()) {
                    statement.execute("SET lock_timeout = " + LONGEST_WAIT_MILLIS);
                    statement.execute("SET default_transaction_read_only = off");
                }
            }
            sessions.put(identity, known);
        }
        return known;
    }
}
