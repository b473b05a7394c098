package io.holdfast.servers;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;

/** Statements on connections that a test holds. */
final class Sql {

    private Sql() {}

    static String query(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }

    /** Starts a statement, and returns what becomes of it. */
    static CompletableFuture<Void> begin(Connection connection, String sql) {
        CompletableFuture<Void> end = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
                end.complete(null);
            } catch (SQLException e) {
                end.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return end;
    }
}
