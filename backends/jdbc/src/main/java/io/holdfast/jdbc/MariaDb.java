package io.holdfast.jdbc;

import com.zaxxer.hikari.HikariConfig;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Held;
import io.holdfast.spi.Tokens;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** MariaDB, and MySQL from 8.0 on. */
final class MariaDb extends Dialect {

    /** A deadlock, a lock that took too long, a row that changed since the snapshot, a row that is locked. */
    private static final Set<Integer> AGAIN = Set.of(1213, 1205, 1020, 3572, 1614, 3101);

    /** A server that is read-only, or has too many connections. */
    private static final Set<Integer> ELSEWHERE = Set.of(1290, 1836, 1792, 1040, 1203);

    private final String takeFree;
    private final String giveBack;

    MariaDb(Tables tables, boolean own) {
        super(tables, own);
        // Of the columns that others are reckoned from, next_token is set last: each sees what was set before it.
        String first = "GREATEST(next_token, " + clock() + " - ? + 1)";
        this.takeFree =
                "UPDATE " + tables.lock + " SET kind = ?, capacity = ?, owner = ?, client = ?, first_token = " + first
                        + ", last_token = " + first + " + ? - 1, since = " + clock() + ", valid_until = " + clock()
                        + " + ?, kept_until = " + clock() + " + ?, note = ?, next_token = " + first + " + ?"
                        + " WHERE name = ? AND owner = '' AND queued = 0 AND marked_until <= " + clock()
                        + "; SELECT first_token, last_token FROM " + tables.lock + " WHERE name = ? AND owner = ?";
        this.giveBack = tables.giveBack(clock());
    }

    @Override
    String schema() {
        return "mariadb.sql";
    }

    @Override
    String clock() {
        // Not by way of the session's time zone, in which an hour of autumn comes twice.
        return "TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00', UTC_TIMESTAMP(6))";
    }

    @Override
    Sql insertLock(byte[] name, LockRow row) {
        Sql values = tables.lockValues(name, row);
        return new Sql("INSERT IGNORE INTO " + tables.lock + " " + values.text(), values.values());
    }

    @Override
    Failure failure(SQLException error) {
        if (AGAIN.contains(error.getErrorCode())) {
            return Failure.AGAIN;
        }
        if (ELSEWHERE.contains(error.getErrorCode())) {
            return Failure.ELSEWHERE;
        }
        String state = error.getSQLState();
        // What is wrong with the statement, the tables, the rights or the login will not get better by itself.
        boolean never = state != null && (state.startsWith("42") || state.startsWith("28") || state.startsWith("3D"));
        return never ? Failure.NEVER : Failure.UNKNOWN;
    }

    @Override
    void configure(HikariConfig pool) {
        pool.addDataSourceProperty("allowMultiQueries", "true");
        pool.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        // A client that stands still in a transaction must not keep a lock's row; MySQL cannot see to that.
        pool.setConnectionInitSql(
                "SET SESSION innodb_lock_wait_timeout = 1 /*M!100300 , idle_transaction_timeout = 2 */");
    }

    @Override
    Duration shortestPoll() {
        return Duration.ofMillis(5);
    }

    @Override
    boolean begunByJdbc() {
        return !own;
    }

    @Override
    List<Sql> beginning() {
        // The second is for the next transaction only: REPEATABLE READ would read claims as they were at its start.
        return own
                ? List.of(Sql.of("START TRANSACTION"))
                : List.of(Sql.of("SET TRANSACTION ISOLATION LEVEL READ COMMITTED"));
    }

    @Override
    boolean takesSeveral() {
        return own;
    }

    @Override
    @Nullable
    String lockingSuffix(Locking locking) {
        return suffix(locking, " FOR UPDATE /*M!100300 WAIT 1 */");
    }

    @Override
    @Nullable
    Sql takeFree(Ask ask, Contact contact, boolean known) {
        if (!own || !known) {
            return null;
        }
        long block = Math.max(1, ask.block());
        long lease = Micros.ceil(ask.lease());
        return Sql.of(
                takeFree,
                ask.demand().kind().name(),
                ask.demand().capacity(),
                ask.owner(),
                contact.client(),
                block,
                block,
                block,
                lease,
                lease + Micros.ceil(ask.lockDelay()),
                Sql.bytes(ask.note()),
                block,
                block,
                Sql.bytes(ask.name()),
                Sql.bytes(ask.name()),
                ask.owner());
    }

    @Override
    Optional<Tokens> taken(PreparedStatement statement) throws SQLException {
        // If nothing was changed, what is selected is from an earlier time.
        return statement.getUpdateCount() == 0 ? Optional.empty() : super.taken(statement);
    }

    @Override
    @Nullable
    Sql giveBack(Held held) {
        return own ? Sql.of(giveBack, Sql.bytes(held.name()), held.owner(), held.token()) : null;
    }
}
