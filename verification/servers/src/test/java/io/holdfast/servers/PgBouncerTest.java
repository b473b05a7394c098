package io.holdfast.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** That a PgBouncer does to sessions what tests will have to cope with. */
class PgBouncerTest {

    private static final String BACKEND = "SELECT pg_backend_pid()";

    @Test
    void manyClientsShareFewConnectionsEachForATransaction() throws SQLException {
        try (PostgresServer server = PostgresServer.start();
                PgBouncer bouncer = PgBouncer.before(server)) {
            List<Connection> clients = new ArrayList<>();
            for (int i = 0; i < 3 * PgBouncer.CONNECTIONS; i++) {
                clients.add(bouncer.connect());
            }
            // As many transactions as there are connections, and each has one for itself.
            Set<String> backends = new HashSet<>();
            for (Connection client : clients.subList(0, PgBouncer.CONNECTIONS)) {
                client.setAutoCommit(false);
                backends.add(Sql.query(client, BACKEND));
            }
            assertThat(backends).hasSize(PgBouncer.CONNECTIONS);
            for (Connection client : clients) {
                if (!client.getAutoCommit()) {
                    client.commit();
                    client.setAutoCommit(true);
                }
            }
            for (Connection client : clients) {
                assertThat(backends).contains(Sql.query(client, BACKEND));
                client.close();
            }
        }
    }

    @Test
    void aQueryWaitsForAServerThatIsAway() throws SQLException {
        try (PostgresServer server = PostgresServer.start();
                PgBouncer bouncer = PgBouncer.before(server);
                Connection client = bouncer.connect()) {
            bouncer.execute("CREATE TABLE number (it int)");
            server.kill();
            CompletableFuture<Void> waiting = Sql.begin(client, "INSERT INTO number VALUES (1)");
            bouncer.await("tried", () -> bouncer.log().contains("connect failed"));
            assertThat(waiting).isNotDone();

            server.revive();
            assertThat(waiting).succeedsWithin(Await.PATIENCE);
            assertThat(server.query("SELECT it FROM number")).isEqualTo("1");
        }
    }

    @Test
    void itRestartsOnItsPort() throws SQLException {
        try (PostgresServer server = PostgresServer.start();
                PgBouncer bouncer = PgBouncer.before(server);
                Connection client = bouncer.connect()) {
            int port = bouncer.port();
            assertThat(Sql.query(client, "SELECT 1")).isEqualTo("1");

            bouncer.restart();
            assertThatThrownBy(() -> Sql.query(client, "SELECT 1")).isInstanceOf(SQLException.class);
            bouncer.kill();
            bouncer.revive();
            assertThat(bouncer.query("SELECT 2")).isEqualTo("2");
            assertThat(bouncer.port()).isEqualTo(port);
        }
    }
}
