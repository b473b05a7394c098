package io.holdfast.benchmarks.rivals;

import io.holdfast.servers.SqlServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** One connection, for those who count what others do and must not count what it takes to connect. */
record SqlSession(Connection connection) implements AutoCloseable {

    static SqlSession open(SqlServer server) {
        try {
            return new SqlSession(server.connect());
        } catch (SQLException e) {
            throw new IllegalStateException("cannot connect to " + server, e);
        }
    }

    /** Runs a query whose answer does not matter. */
    void run(String query) {
        try (Statement statement = connection.createStatement()) {
            statement.execute(query);
        } catch (SQLException e) {
            throw new IllegalStateException(query, e);
        }
    }

    /** {@return the number that a query has for an answer} */
    long number(String query) {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(query, e);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
