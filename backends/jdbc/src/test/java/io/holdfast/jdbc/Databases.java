package io.holdfast.jdbc;

import io.holdfast.servers.MariaDbServer;
import io.holdfast.servers.PostgresServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/** One database of each kind, started when it is first needed, for as long as this JVM lives. */
enum Databases {
    POSTGRES(() -> PostgresServer.start().url()),
    MARIADB(() -> MariaDbServer.start().url()),
    H2(() -> "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1"),
    SQLITE(() -> "jdbc:sqlite:" + file());

    private final Supplier<String> start;
    private String url = "";

    Databases(Supplier<String> start) {
        this.start = start;
    }

    /** {@return its URL as a driver knows it} */
    synchronized String url() {
        if (url.isEmpty()) {
            url = start.get();
        }
        return url;
    }

    /** {@return its URL for a store that creates its tables} */
    String uri() {
        return with("createTables=true");
    }

    /** {@return its URL with an option of ours} */
    String with(String option) {
        String known = url();
        return known + (this == H2 ? ";" : known.contains("?") ? "&" : "?") + "holdfast." + option;
    }

    /** Executes statements. */
    void execute(String... statements) {
        try (Connection connection = DriverManager.getConnection(url());
                Statement statement = connection.createStatement()) {
            for (String text : statements) {
                statement.execute(text);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** {@return the first column of what a query finds, as text} */
    List<String> column(String query) {
        try (Connection connection = DriverManager.getConnection(url());
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            List<String> column = new ArrayList<>();
            while (result.next()) {
                Object value = result.getObject(1);
                column.add(value instanceof byte[] bytes ? Sql.text(bytes) : String.valueOf(value));
            }
            return column;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Path file() {
        try {
            Path directory = Files.createTempDirectory("holdfast-sqlite-");
            Path file = directory.resolve("locks.db");
            directory.toFile().deleteOnExit();
            for (String suffix : new String[] {"", "-wal", "-shm"}) {
                Path.of(file + suffix).toFile().deleteOnExit();
            }
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
