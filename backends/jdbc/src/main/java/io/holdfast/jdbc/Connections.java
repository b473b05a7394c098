package io.holdfast.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where connections come from: a DataSource of the application's, or a small pool of our own. */
final class Connections {

    private static final Logger log = LoggerFactory.getLogger(Connections.class);

    private static final long SHORTEST_WAIT_MILLIS = 250;

    private final DataSource source;
    private final @Nullable HikariDataSource own;
    private final @Nullable String url;

    private Connections(DataSource source, @Nullable HikariDataSource own, @Nullable String url) {
        this.source = source;
        this.own = own;
        this.url = url;
    }

    static Connections of(DataSource source) {
        return new Connections(source, null, null);
    }

    /** {@return connections from a pool that is closed with them; nothing is connected yet} */
    static Connections open(String url, Dialect dialect, Settings settings, Failures failures) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setPoolName("holdfast");
        Integer chosen = settings.connections();
        int connections = chosen == null ? dialect.connections() : chosen;
        // One more, for renewals alone.
        config.setMaximumPoolSize(connections == 1 ? 1 : connections + 1);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(
                // Sooner than a request gives up, so that it can tell what was wrong.
                Math.max(SHORTEST_WAIT_MILLIS, settings.commandTimeout().toMillis() / 2));
        config.setInitializationFailTimeout(-1);
        dialect.configure(config);
        try {
            HikariDataSource pool = new HikariDataSource(config);
            return new Connections(pool, pool, url);
        } catch (RuntimeException e) {
            // Its words repeat the URL, which may have a password.
            throw failures.configuration(
                    null, "no driver on the class path knows such URLs; add the database's JDBC driver", null);
        }
    }

    /** {@return a connection, which is given back by closing it; may wait for one} */
    Connection take() throws SQLException {
        return source.getConnection();
    }

    /** {@return a connection for as long as it lives, outside of a pool of our own} */
    Connection takeForLong() throws SQLException {
        return url == null ? source.getConnection() : DriverManager.getConnection(url);
    }

    /** Ends a connection that nobody should use again. */
    void discard(Connection connection) {
        try {
            if (own != null) {
                own.evictConnection(connection);
            } else {
                connection.abort(Runnable::run);
            }
            connection.close();
        } catch (SQLException | RuntimeException e) {
            log.debug("A connection that was broken could not be closed", e);
        }
    }

    void close() {
        if (own != null) {
            own.close();
        }
    }
}
