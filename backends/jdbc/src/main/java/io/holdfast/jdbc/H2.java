package io.holdfast.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** H2, embedded or as a server. */
final class H2 extends Dialect {

    /** A deadlock, a lock that took too long, a row that was changed by others meanwhile, or inserted. */
    private static final Set<Integer> AGAIN = Set.of(40001, 50200, 90131, 23505);

    private static final int MICROS_OF_A_MILLI = 1000;

    H2(Tables tables, boolean own) {
        super(tables, own);
    }

    @Override
    String schema() {
        return "h2.sql";
    }

    @Override
    String clock() {
        // Its other clocks stand still within a transaction. Such a UUID begins with the milliseconds since 1970.
        return "RANDOM_UUID(7)";
    }

    @Override
    long micros(ResultSet row, int column) throws SQLException {
        return (row.getObject(column, UUID.class).getMostSignificantBits() >>> 16) * MICROS_OF_A_MILLI;
    }

    @Override
    Sql insertLock(byte[] name, LockRow row) {
        Sql values = tables.lockValues(name, row);
        return new Sql("INSERT INTO " + tables.lock + " " + values.text(), values.values());
    }

    @Override
    Failure failure(SQLException error) {
        if (AGAIN.contains(error.getErrorCode())) {
            return Failure.AGAIN;
        }
        String state = error.getSQLState();
        boolean broken = state == null || state.startsWith("08") || state.startsWith("90");
        return broken ? Failure.UNKNOWN : Failure.NEVER;
    }

    @Override
    boolean hasNetwork() {
        return false;
    }

    @Override
    boolean createsTables() {
        return true;
    }

    @Override
    Duration shortestPoll() {
        return Duration.ofMillis(2);
    }

    @Override
    boolean begunByJdbc() {
        return true;
    }

    @Override
    List<Sql> beginning() {
        return List.of();
    }

    @Override
    void check(Connection connection) throws SQLException {
        if (!own && connection.getTransactionIsolation() != Connection.TRANSACTION_READ_COMMITTED) {
            throw new SQLException("the DataSource's connections must be READ COMMITTED", "25000");
        }
    }

    @Override
    @Nullable
    String lockingSuffix(Locking locking) {
        return suffix(locking, " FOR UPDATE");
    }
}
