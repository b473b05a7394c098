package io.holdfast.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.servers.MariaDbServer;
import io.holdfast.servers.PgBouncer;
import io.holdfast.servers.PostgresServer;
import io.holdfast.servers.SqlServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** One database server, perhaps with something before it. */
final class SqlServerSite implements SqlSite {

    private static final String CREATE = "&holdfast.createTables=true";

    private final SqlDialect dialect;
    private final SqlServer server;
    private final SqlServer entrance;

    private SqlServerSite(SqlDialect dialect, SqlServer server, SqlServer entrance) {
        this.dialect = dialect;
        this.server = server;
        this.entrance = entrance;
    }

    static SqlServerSite postgres(Tools tools) {
        PostgresServer server = tools.address().map(SqlServerSite::reachableAt).orElseGet(PostgresServer::start);
        return new SqlServerSite(SqlDialect.POSTGRES, server, server);
    }

    /** {@return a server that lets clients in from a network, too} */
    private static PostgresServer reachableAt(String address) {
        PostgresServer server = PostgresServer.start("listen_addresses=127.0.0.1," + address);
        Path file = server.dataDir().resolve("pg_hba.conf");
        try {
            Files.writeString(file, "host all postgres " + address + "/30 trust\n", UTF_8, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.execute("SELECT pg_reload_conf()");
        return server;
    }

    static SqlServerSite pgBouncer() {
        PostgresServer server = PostgresServer.start();
        return new SqlServerSite(SqlDialect.POSTGRES, server, PgBouncer.before(server));
    }

    static SqlServerSite mariaDb() {
        MariaDbServer server = MariaDbServer.start();
        return new SqlServerSite(SqlDialect.MARIADB, server, server);
    }

    /** {@return what keeps the locks} */
    SqlServer server() {
        return server;
    }

    /** {@return what clients talk to} */
    SqlServer entrance() {
        return entrance;
    }

    @Override
    public String uri() {
        return entrance.url() + CREATE;
    }

    @Override
    public void settle() {
        server.revive();
        entrance.revive();
    }

    @Override
    public List<Integer> ports(int aim, int count) {
        return List.of(entrance.port());
    }

    @Override
    public Connection connect() throws SQLException {
        return server.connect();
    }

    @Override
    public List<String> connections() {
        // What something before the server has open there is its own, and stays.
        return entrance == server ? ask(dialect.connections()) : List.of();
    }

    /** Cuts all connections to the server, and returns how many there were. */
    int cut() {
        List<String> all = ask(dialect.connections());
        all.forEach(connection -> ask(dialect.cut(connection)));
        return all.size();
    }

    @Override
    public boolean hasIdleTransaction() {
        return dialect.hasIdleTransaction(this);
    }

    @Override
    public void close() {
        entrance.close();
        server.close();
    }
}
