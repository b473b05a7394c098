package io.holdfast.servers;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A server that JDBC reaches on one port of 127.0.0.1, which it keeps however often it is stopped and started. */
public abstract class SqlServer extends ServerProcess {

    private static final int ATTEMPTS = 5;

    private final int port = Ports.reserve();

    /** Reserves its port. */
    SqlServer() {}

    /** Makes servers until one has a port for itself. */
    static <S extends SqlServer> S first(Supplier<S> servers) {
        for (int attempt = 1; ; attempt++) {
            S server = servers.get();
            try {
                server.prepare();
                server.launch();
                return server;
            } catch (RuntimeException | Error e) {
                boolean clash = server.log().contains("Address already in use");
                server.close();
                if (!clash || attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /** Puts into its directory what has to be there before the first start. */
    abstract void prepare();

    /** {@return the command that starts it} */
    abstract List<String> command();

    /** {@return whether it is this very process that answers on the port, and not one that held it before} */
    abstract boolean answers() throws SQLException;

    /** {@return how JDBC finds it, with the name of a user who may do everything} */
    public abstract String url();

    void launch() {
        launch(command());
        await("answers queries", this::answers);
    }

    /** Stops it, if it runs, and starts it again with its data; returns when it answers queries. */
    public void restart() {
        stop();
        launch();
    }

    /** Starts it if it has ended, and lets it go on if it is frozen. */
    public void revive() {
        if (!isRunning()) {
            launch();
        } else if (!isAnswering()) {
            resume();
        }
    }

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

    /** {@return its port on 127.0.0.1} */
    public int port() {
        return port;
    }

    /** {@return {@code 127.0.0.1:port}} */
    public String address() {
        return "127.0.0.1:" + port;
    }
}
