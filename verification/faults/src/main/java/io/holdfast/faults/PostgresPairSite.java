package io.holdfast.faults;

import io.holdfast.servers.PostgresServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** A PostgreSQL server and a replica that takes its place when it dies, with what it has got until then. */
final class PostgresPairSite implements SqlSite {

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final String WRITTEN = "SELECT pg_current_wal_lsn()";

    private PostgresServer primary = PostgresServer.start();
    private PostgresServer replica = PostgresServer.replicaOf(primary);

    /** Kills the primary, and promotes the replica. */
    void failOver() {
        primary.kill();
        replica.promote();
        PostgresServer dead = primary;
        primary = replica;
        replica = dead;
    }

    /** Cuts the replica off, for at least that long, and until it has missed something. */
    void lag(Duration atLeast) {
        replica.detach();
        String before = ask(WRITTEN).get(0);
        Until.pass(atLeast);
        Until.must(
                "the primary has written what the replica has not",
                PATIENCE,
                () -> !ask(WRITTEN).get(0).equals(before));
    }

    @Override
    public String uri() {
        return "jdbc:postgresql://" + primary.address() + "," + replica.address()
                + "/postgres?user=postgres&targetServerType=primary&holdfast.createTables=true";
    }

    @Override
    public void settle() {
        if (!replica.isRunning()) {
            replica.close();
            replica = PostgresServer.replicaOf(primary);
        }
        replica.attach();
    }

    @Override
    public Connection connect() throws SQLException {
        return primary.connect();
    }

    @Override
    public List<String> connections() {
        return ask(SqlDialect.POSTGRES.connections());
    }

    @Override
    public boolean hasIdleTransaction() {
        return SqlDialect.POSTGRES.hasIdleTransaction(this);
    }

    @Override
    public void close() {
        replica.close();
        primary.close();
    }
}
