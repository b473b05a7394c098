package io.holdfast.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A database as one client knows it: its connections, what kind it is, and whether its tables are there. */
final class Database {

    private static final int ATTEMPTS = 5;

    /** Of a DataSource of the application's, which others use too. */
    private static final int DEFAULT_CONNECTIONS = 4;

    private static final String OURS = "holdfast_";

    private final Connections connections;
    private final Settings settings;
    private final Failures failures;
    private final Tables tables;
    private final ReentrantLock preparing = new ReentrantLock();
    private volatile @Nullable Dialect dialect;
    private volatile boolean prepared;

    /** Connects to nothing yet. The dialect may be found out later. */
    Database(Connections connections, Settings settings, Tables tables, @Nullable Dialect dialect, Failures failures) {
        this.connections = connections;
        this.settings = settings;
        this.tables = tables;
        this.dialect = dialect;
        this.failures = failures;
    }

    Failures failures() {
        return failures;
    }

    Tables tables() {
        return tables;
    }

    /** {@return what kind it is; something was asked of it before} */
    Dialect dialect() {
        Dialect known = dialect;
        if (known == null) {
            throw new IllegalStateException("Nothing was asked of the database yet");
        }
        return known;
    }

    /** {@return how many requests run at once} */
    int connections() {
        Integer chosen = settings.connections();
        Dialect known = dialect;
        return chosen != null ? chosen : known == null ? DEFAULT_CONNECTIONS : known.connections();
    }

    /** {@return a connection to be given back by closing it, or discarded} */
    Connection take() throws SQLException {
        return connections.take();
    }

    Connection takeForLong() throws SQLException {
        return connections.takeForLong();
    }

    void discard(Connection connection) {
        connections.discard(connection);
    }

    /** Gets ready for what one request does with a connection. */
    Transaction begin(Connection connection) throws SQLException {
        Dialect known = dialect;
        if (known == null) {
            String product = connection.getMetaData().getDatabaseProductName();
            known = Dialect.of(product, tables, false);
            if (known == null) {
                throw failures.configuration(
                        null, product + " is not one of PostgreSQL, MariaDB, MySQL, H2 and SQLite", null);
            }
            dialect = known;
        }
        if (!prepared) {
            prepare(connection, known);
        }
        return transaction(connection, known);
    }

    private Transaction transaction(Connection connection, Dialect known) throws SQLException {
        int timeout = known.hasNetwork() ? (int) settings.commandTimeout().toMillis() + 1 : 0;
        return new Transaction(connection, known, timeout);
    }

    Failure failure(SQLException error) {
        Dialect known = dialect;
        return known == null ? Failure.UNKNOWN : known.failure(error);
    }

    void close() {
        connections.close();
    }

    /** Sees to it that the tables are there, once. */
    private void prepare(Connection connection, Dialect known) throws SQLException {
        preparing.lock();
        try {
            for (int attempt = 1; !prepared; attempt++) {
                try (Transaction transaction = transaction(connection, known)) {
                    look(transaction);
                    // A server that is too old to leave out rows should say so now, and not when leases are renewed.
                    transaction.lock(List.of("?"), List.of(), Locking.SKIP);
                    prepared = true;
                } catch (SQLException missing) {
                    if (!isToCreate(known) || known.failure(missing) == Failure.UNKNOWN || attempt == ATTEMPTS) {
                        throw missing;
                    }
                    create(connection, known);
                }
            }
        } finally {
            preparing.unlock();
        }
    }

    private boolean isToCreate(Dialect known) {
        return settings.createTables() || known.createsTables();
    }

    private void look(Transaction transaction) throws SQLException {
        for (String table : List.of(tables.lock, tables.claim, tables.gone, tables.client, tables.sweep)) {
            transaction.read(Sql.of("SELECT count(*) FROM " + table + " WHERE 1 = 0"), result -> result);
        }
    }

    private void create(Connection connection, Dialect known) throws SQLException {
        try (Transaction transaction = transaction(connection, known)) {
            transaction.create(statements(schema(known)));
        } catch (SQLException e) {
            // Two may try at the same time, and one of them fails: what counts is whether they are there afterwards.
            if (known.failure(e) == Failure.UNKNOWN) {
                throw e;
            }
        }
    }

    private String schema(Dialect known) {
        try (InputStream file = Database.class.getResourceAsStream(known.schema())) {
            if (file == null) {
                throw new IllegalStateException("The file " + known.schema() + " is missing");
            }
            String text = new String(file.readAllBytes(), UTF_8);
            String prefix = settings.prefix();
            // An index lives where its table does, and has no schema of its own in its name.
            String plain = prefix.substring(prefix.indexOf('.') + 1);
            return text.replace("EXISTS " + OURS + "claim_", "EXISTS " + plain + "claim_")
                    .replace("EXISTS " + OURS + "gone_", "EXISTS " + plain + "gone_")
                    .replace("KEY " + OURS, "KEY " + plain)
                    .replaceAll(
                            "(?<!INDEX IF NOT EXISTS |KEY )\\b" + OURS + "(?=lock|claim\\b|gone\\b|client|sweep)",
                            prefix);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> statements(String text) {
        List<String> statements = new ArrayList<>();
        for (String part : text.replaceAll("(?m)^--.*$", "").split(";", -1)) {
            if (!part.isBlank()) {
                statements.add(part.strip());
            }
        }
        return statements;
    }
}
