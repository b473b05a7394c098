package io.holdfast.jdbc;

import com.zaxxer.hikari.HikariConfig;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** SQLite: one file, shared by the processes of one machine, of which one writes at a time. */
final class Sqlite extends Dialect {

    private static final int PRIMARY_CODE = 0xff;
    private static final int ERROR = 1;
    private static final int PERM = 3;
    private static final int BUSY = 5;
    private static final int LOCKED = 6;
    private static final int READONLY = 8;
    private static final int CANTOPEN = 14;
    private static final int NOTADB = 26;

    Sqlite(Tables tables, boolean own) {
        super(tables, own);
    }

    @Override
    String schema() {
        return "sqlite.sql";
    }

    @Override
    String clock() {
        return "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) * 1000";
    }

    @Override
    Sql insertLock(byte[] name, LockRow row) {
        Sql values = tables.lockValues(name, row);
        return new Sql("INSERT OR IGNORE INTO " + tables.lock + " " + values.text(), values.values());
    }

    @Override
    Failure failure(SQLException error) {
        return switch (error.getErrorCode() & PRIMARY_CODE) {
            case BUSY, LOCKED -> Failure.AGAIN;
            case ERROR, PERM, READONLY, CANTOPEN, NOTADB -> Failure.NEVER;
            default -> Failure.UNKNOWN;
        };
    }

    @Override
    void configure(HikariConfig pool) {
        // What a power cut takes with NORMAL it takes from every holder, and tokens go on by the clock.
        pool.addDataSourceProperty("journal_mode", "WAL");
        pool.addDataSourceProperty("synchronous", "NORMAL");
        // SQLite's own waiting is unfair: short, and then others have their turn.
        pool.addDataSourceProperty("busy_timeout", "20");
    }

    @Override
    int connections() {
        // There is one writer at a time in any case, and within this process they need not poll for their turn.
        return 1;
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
    List<Sql> beginning() {
        return List.of(Sql.of("BEGIN IMMEDIATE"));
    }

    @Override
    @Nullable
    String lockingSuffix(Locking locking) {
        return null;
    }
}
