package io.holdfast.servers;

import java.nio.file.Path;
import java.util.List;

/**
 * A PgBouncer before a PostgreSQL server, which lends one of a few connections for each transaction.
 *
 * <p>What belongs to a session is lost or found by others: advisory locks of a session, LISTEN, and, before version 1.21,
 * prepared statements, which the driver makes at the fifth time unless the URL says {@code prepareThreshold=0}.
 */
public final class PgBouncer extends SqlServer {

    /** So few that clients have to share them. */
    public static final int CONNECTIONS = 3;

    private final PostgresServer server;

    private PgBouncer(PostgresServer server) {
        this.server = server;
    }

    /**
     * {@return a PgBouncer, up and running}
     *
     * @param server a running server, to which all its connections go
     */
    public static PgBouncer before(PostgresServer server) {
        return first(() -> new PgBouncer(server));
    }

    @Override
    void prepare() {
        Workspace.writeFirst(configFile(), """
                [databases]
                postgres = host=127.0.0.1 port=%d user=postgres

                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = %d
                unix_socket_dir =
                auth_type = any
                pool_mode = transaction
                default_pool_size = %d
                max_client_conn = 500
                ; The JDBC driver sends it; it means nothing to any PostgreSQL of today.
                ignore_startup_parameters = extra_float_digits
                ; Otherwise nobody gets through for 15 s after the server has been away.
                server_login_retry = 0.1
                """.formatted(server.port(), port(), CONNECTIONS));
        Unprivileged.give(dataDir());
    }

    private Path configFile() {
        return dataDir().resolve("pgbouncer.ini");
    }

    @Override
    List<String> command() {
        String program = Programs.find("pgbouncer")
                .orElseThrow(() -> Programs.missing("pgbouncer", "pgbouncer"))
                .toString();
        return Unprivileged.command(List.of(program, configFile().toString()));
    }

    @Override
    boolean answers() {
        // Not by a query, for which the server behind it would have to be there. It listens before it says this.
        return log().contains("[" + pid() + "] LOG process up");
    }

    @Override
    public String url() {
        return "jdbc:postgresql://" + address() + "/postgres?user=postgres";
    }

    @Override
    public String toString() {
        return "PgBouncer " + address();
    }
}
