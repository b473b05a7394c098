package io.holdfast.jdbc;

import io.holdfast.servers.SqlServer;
import io.holdfast.spi.ClaimStore;
import io.holdfast.tck.StoreFixture;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A database for the contract. */
final class SqlFixture implements StoreFixture {

    private final String uri;
    private final ClaimStore store;
    private final @Nullable Fault restart;
    private final @Nullable Fault breakConnections;
    private final AutoCloseable server;

    /** A server of its own, whose connections are broken by a statement. */
    SqlFixture(SqlServer server, String breakingConnections) {
        this(uri(server), server::restart, () -> server.query(breakingConnections), server);
    }

    SqlFixture(String uri, @Nullable Fault restart, @Nullable Fault breakConnections, AutoCloseable server) {
        this.uri = uri;
        this.store = new JdbcStoreProvider().store(uri);
        this.restart = restart;
        this.breakConnections = breakConnections;
        this.server = server;
    }

    /** {@return how to find the tables there, which are created if need be} */
    static String uri(SqlServer server) {
        return server.url() + "&holdfast.createTables=true";
    }

    @Override
    public ClaimStore store() {
        return store;
    }

    @Override
    public Optional<String> uri() {
        return Optional.of(uri);
    }

    @Override
    public Optional<Fault> restart() {
        return Optional.ofNullable(restart);
    }

    @Override
    public Optional<Fault> breakConnections() {
        return Optional.ofNullable(breakConnections);
    }

    /**
     * {@inheritDoc}
     *
     * <p>Servers end transactions that stand still. With H2 and SQLite they keep what they have locked.
     */
    @Override
    public boolean isServing() {
        if (server instanceof SqlServer) {
            return true;
        }
        try (Connection connection = DriverManager.getConnection(uri);
                Statement statement = connection.createStatement()) {
            // What it has locked itself while it waits is in the way of all who work.
            statement.execute(uri.startsWith("jdbc:h2:") ? "SET LOCK_TIMEOUT 100" : "PRAGMA busy_timeout = 100");
            connection.setAutoCommit(false);
            statement.executeUpdate("UPDATE holdfast_lock SET kind = kind");
            statement.executeUpdate("UPDATE holdfast_sweep SET swept = swept");
            connection.rollback();
            return true;
        } catch (SQLException locked) {
            return false;
        }
    }

    @Override
    public void close() throws Exception {
        server.close();
    }
}
