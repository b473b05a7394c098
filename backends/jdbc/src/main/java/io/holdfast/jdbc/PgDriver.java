package io.holdfast.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.postgresql.PGStatement;

/** What only PostgreSQL's own driver can do. It need not be there. */
final class PgDriver {

    private PgDriver() {}

    static boolean isPresent() {
        try {
            Class.forName("org.postgresql.PGConnection", false, PgDriver.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /**
     * {@return whether a connection has one session at the server for as long as it lives}
     *
     * <p>Behind a PgBouncer each transaction may have another, and the process that the connection was told it talks to is
     * not the one that answers.
     */
    static boolean hasSession(Connection connection) throws SQLException {
        if (!connection.isWrapperFor(PGConnection.class)) {
            return false;
        }
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT pg_backend_pid()")) {
            return result.next()
                    && result.getInt(1) == connection.unwrap(PGConnection.class).getBackendPID();
        }
    }

    /** {@return what tells one connection to the server from another, though a pool wraps them} */
    static Object identity(Connection connection) throws SQLException {
        return connection.isWrapperFor(PGConnection.class) ? connection.unwrap(PGConnection.class) : connection;
    }

    /** Keeps a statement from getting a name at the server. */
    static void prepareNothingAtTheServer(Statement statement) throws SQLException {
        if (statement.isWrapperFor(PGStatement.class)) {
            statement.unwrap(PGStatement.class).setPrepareThreshold(0);
        }
    }

    static boolean hears(Connection connection) throws SQLException {
        return connection.isWrapperFor(PGConnection.class);
    }

    /** {@return what was told on a channel, after waiting for it for a while} */
    static List<String> hear(Connection connection, String channel, int millis) throws SQLException {
        List<String> messages = new ArrayList<>();
        PGNotification[] heard = connection.unwrap(PGConnection.class).getNotifications(millis);
        if (heard != null) {
            for (PGNotification notification : heard) {
                // Behind a PgBouncer somebody else's may come this way.
                if (notification.getName().equals(channel)) {
                    messages.add(notification.getParameter());
                }
            }
        }
        return messages;
    }
}
