package io.holdfast.jdbc;

import io.holdfast.spi.ClaimStore;
import io.holdfast.spi.StoreProvider;
import java.util.Set;

/**
 * Makes stores from JDBC URLs, each client with a small pool of connections of its own: {@code jdbc:postgresql:…},
 * {@code jdbc:mariadb:…}, {@code jdbc:mysql:…}, {@code jdbc:h2:…}, {@code jdbc:sqlite:…}. The driver is the
 * application's.
 *
 * <p>Options of ours stand among those of the driver's, and are taken out before it sees them:
 *
 * <ul>
 *   <li>{@code holdfast.createTables}: {@code true} to create the tables if they are missing; that is so with H2 and SQLite
 *       in any case
 *   <li>{@code holdfast.prefix}: what the names of the tables start with; {@code holdfast_}
 *   <li>{@code holdfast.connections}: how many connections there are at most; 8, and one with SQLite
 *   <li>{@code holdfast.commandTimeout}: how long a request may take, such as {@code 500ms} or {@code 2s}; {@code 3s}
 *   <li>{@code holdfast.connectTimeout}: how long the first connection may take; {@code 10s}
 *   <li>{@code holdfast.listen}: {@code false} to have no connection for notifications, with PostgreSQL
 * </ul>
 */
public final class JdbcStoreProvider implements StoreProvider {

    /** For {@link java.util.ServiceLoader}. */
    public JdbcStoreProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of("jdbc");
    }

    @Override
    public ClaimStore store(String uri) {
        return JdbcStore.of(JdbcUri.parse(uri));
    }
}
