package io.holdfast.jdbc;

import io.holdfast.spi.Capabilities;
import io.holdfast.spi.Capabilities.Feature;
import io.holdfast.spi.ClaimStore;
import io.holdfast.spi.SessionContext;
import io.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Objects;
import java.util.function.Supplier;
import javax.sql.DataSource;

/**
 * Locks in a SQL database: PostgreSQL, MariaDB and MySQL, H2, SQLite.
 *
 * <pre>{@code
 * DataSource dataSource = …;                                               // the one you have already
 * try (Holdfast holdfast = Holdfast.open(JdbcStore.of(dataSource))) {
 *     …
 * }
 * }</pre>
 *
 * <p>The DataSource stays yours. Each request takes a connection from it for a short transaction of its own, never that of
 * the caller, and none is held while a lock is held or waited for. Without one at hand,
 * {@code Holdfast.open("jdbc:postgresql://localhost/shop?user=…")} makes a small pool of its own: see
 * {@link JdbcStoreProvider}.
 *
 * <p>The database's clock decides when a lease is over. The tables have to be there, as the documentation shows them, or
 * {@link Builder#createTables()} has them created.
 */
public final class JdbcStore implements ClaimStore {

    private static final Capabilities CAPABILITIES = new Capabilities(
            EnumSet.of(
                    Feature.FIFO,
                    Feature.SHARED,
                    Feature.DOWNGRADE,
                    Feature.PERMITS,
                    Feature.RESIZE,
                    Feature.NOTES,
                    Feature.TOGETHER,
                    Feature.ACROSS_PROCESSES),
            Duration.ofMillis(1),
            Duration.ZERO,
            Duration.ofDays(365));

    private final String description;
    private final Settings settings;
    private final Supplier<Database> opening;

    private JdbcStore(String description, Settings settings, Supplier<Database> opening) {
        this.description = description;
        this.settings = settings;
        this.opening = opening;
    }

    /**
     * {@return a store on a DataSource that you have}
     *
     * @param dataSource gives connections; it stays yours
     */
    public static JdbcStore of(DataSource dataSource) {
        return builder(dataSource).build();
    }

    /**
     * {@return a way to say more about a store on a DataSource that you have}
     *
     * @param dataSource gives connections; it stays yours
     */
    public static Builder builder(DataSource dataSource) {
        return new Builder(dataSource);
    }

    static JdbcStore of(JdbcUri uri) {
        Tables tables = new Tables(uri.settings().prefix());
        Dialect dialect = Dialect.of(uri.database(), tables, true);
        if (dialect == null) {
            throw JdbcUri.wrong("'" + uri.database() + "' is not one of postgresql, mariadb, mysql, h2 and sqlite");
        }
        String description = uri.database() + " at " + uri.place();
        Failures failures = new Failures(description, tables);
        return new JdbcStore(
                description,
                uri.settings(),
                () -> new Database(
                        Connections.open(uri.url(), dialect, uri.settings(), failures),
                        uri.settings(),
                        tables,
                        dialect,
                        failures));
    }

    @Override
    public String description() {
        return description;
    }

    @Override
    public Capabilities capabilities() {
        return CAPABILITIES;
    }

    @Override
    public StoreSession connect(SessionContext context) {
        return new JdbcSession(opening.get(), settings, context);
    }

    /** Says what a store on a DataSource of the application's is like. */
    public static final class Builder {

        private final DataSource dataSource;
        private Settings settings = Settings.DEFAULTS;

        private Builder(DataSource dataSource) {
            this.dataSource = Objects.requireNonNull(dataSource, "dataSource");
        }

        /**
         * Has the tables created if they are missing. With H2 and SQLite they are in any case.
         *
         * @return this
         */
        public Builder createTables() {
            settings = settings.withCreateTables(true);
            return this;
        }

        /**
         * Sets what the names of the tables start with; {@code holdfast_} if nothing else is said. All who are to exclude
         * each other must agree on it.
         *
         * @param prefix letters, digits and underscores, possibly with a schema and a dot before: {@code locks.holdfast_}
         * @return this
         * @throws IllegalArgumentException if it is something else
         */
        public Builder tablePrefix(String prefix) {
            settings = settings.withPrefix(prefix);
            return this;
        }

        /**
         * Sets how many connections are used at once at most; 4 if nothing else is said.
         *
         * @param connections how many
         * @return this
         * @throws IllegalArgumentException if it is not between 1 and 100
         */
        public Builder connections(int connections) {
            settings = settings.withConnections(connections);
            return this;
        }

        /**
         * Sets how long a request may take, the wait for a connection included, before its outcome counts as unknown;
         * three seconds if nothing else is said.
         *
         * @param timeout the time
         * @return this
         * @throws IllegalArgumentException if it is not between a millisecond and a minute
         */
        public Builder commandTimeout(Duration timeout) {
            settings = settings.withCommandTimeout(timeout);
            return this;
        }

        /**
         * Sets how long the first connection may take when a {@code Holdfast} is opened; ten seconds if nothing else is
         * said.
         *
         * @param timeout the time
         * @return this
         * @throws IllegalArgumentException if it is not between a millisecond and a minute
         */
        public Builder connectTimeout(Duration timeout) {
            settings = settings.withConnectTimeout(timeout);
            return this;
        }

        /**
         * Has a connection of the DataSource kept for PostgreSQL's notifications from when somebody first waits, so that who
         * waits is told of a release at once. Without it, and with other databases, it asks now and then: often at first.
         *
         * @return this
         */
        public Builder listen() {
            settings = settings.withListen(true);
            return this;
        }

        /**
         * {@return the store}
         */
        public JdbcStore build() {
            Settings all = settings;
            String description = "The database (a DataSource of the application's)";
            Tables tables = new Tables(all.prefix());
            return new JdbcStore(
                    description,
                    all,
                    () -> new Database(
                            Connections.of(dataSource), all, tables, null, new Failures(description, tables)));
        }
    }
}
