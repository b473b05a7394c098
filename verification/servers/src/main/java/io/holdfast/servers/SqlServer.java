package io.holdfast.servers;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A server that JDBC reaches. */
public abstract class SqlServer extends LocalServer {

    /** Only servers of this package are one. */
    SqlServer() {}

    @Override
    abstract boolean answers() throws SQLException;

    /** {@return how JDBC finds it, with the name of a user who may do everything} */
    public abstract String url();

    /**
     * {@return a new connection, which commits each statement}
     *
     * @throws SQLException if the server does not want it; waits for as long as the server is frozen
     */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url());
    }

    /**
     * Runs statements on a connection of its own.
     *
     * @param statements each is committed
     */
    public void execute(String... statements) {
        for (String sql : statements) {
            ask(sql);
        }
    }

    /**
     * Runs a query on a connection of its own.
     *
     * @param sql a query whose answer is not null
     * @return the first column of the first row
     */
    public String query(String sql) {
        return Objects.requireNonNull(ask(sql), () -> this + " has no answer to " + sql);
    }

    private @Nullable String ask(String sql) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            if (!statement.execute(sql)) {
                return null;
            }
            ResultSet rows = statement.getResultSet();
            return rows.next() ? rows.getString(1) : null;
        } catch (SQLException e) {
            throw new IllegalStateException(this + " did not run " + sql + ": " + e.getMessage(), e);
        }
    }
}
