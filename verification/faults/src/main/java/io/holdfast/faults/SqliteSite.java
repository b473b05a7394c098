package io.holdfast.faults;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** A file that SQLite keeps. */
final class SqliteSite implements SqlSite {

    /** How long to try, in milliseconds, before it is certain that a writer does not go on. */
    private static final int LONGER = 150;

    private final Path file;

    SqliteSite(Path directory) {
        file = directory.resolve("locks.db");
    }

    @Override
    public String uri() {
        return "jdbc:sqlite:" + file;
    }

    @Override
    public void settle() {
        // Nothing is broken but clients.
    }

    @Override
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(uri());
    }

    @Override
    public List<String> connections() {
        return List.of();
    }

    @Override
    public boolean hasIdleTransaction() {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA busy_timeout = " + LONGER);
            statement.execute("BEGIN IMMEDIATE");
            statement.execute("ROLLBACK");
            return false;
        } catch (SQLException busy) {
            return true;
        }
    }

    @Override
    public void close() {
        // The file goes with its directory.
    }
}
