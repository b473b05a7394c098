package io.holdfast.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** That MariaDB does what tests will ask of it. */
class MariaDbServersTest {

    @Test
    void aServerRestartsOnItsPortWithItsDataAndSettings() {
        try (MariaDbServer server = MariaDbServer.start("max_connections=20")) {
            int port = server.port();
            server.execute("CREATE TABLE word (it text)", "INSERT INTO word VALUES ('välue')");

            server.restart();
            assertThat(server.query("SELECT it FROM word")).isEqualTo("välue");
            assertThat(server.query("SELECT @@max_connections")).isEqualTo("20");
            assertThat(server.port()).isEqualTo(port);
        }
    }

    @Test
    void aKilledServerKeepsWhatWasCommitted() throws SQLException {
        try (MariaDbServer server = MariaDbServer.start();
                Connection client = server.connect()) {
            assertThat(server.query("SELECT @@innodb_flush_log_at_trx_commit")).isEqualTo("1");
            server.execute("CREATE TABLE number (it int)", "INSERT INTO number VALUES (1)");
            client.setAutoCommit(false);
            client.createStatement().execute("INSERT INTO number VALUES (2)");

            server.kill();
            server.revive();
            assertThat(server.query("SELECT group_concat(it) FROM number")).isEqualTo("1");
        }
    }

    @Test
    void aPausedServerStandsStillInTheMiddleOfAQuery() throws SQLException {
        try (MariaDbServer server = MariaDbServer.start();
                Connection client = server.connect()) {
            CompletableFuture<Void> query = Sql.begin(client, "SELECT sleep(0.2)");
            Await.until(
                    "the query runs",
                    () -> server.query("SELECT count(*) FROM information_schema.processlist WHERE info LIKE '%sleep(0%'"
                                    + " AND id <> connection_id()")
                            .equals("1"));

            server.pause();
            assertThat(server.isAnswering()).isFalse();
            assertThatThrownBy(() -> query.get(400, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            server.revive();
            assertThat(query).succeedsWithin(Await.PATIENCE);
        }
    }

    @Test
    void aServerThatCannotStartSaysWhy() {
        assertThatThrownBy(() -> MariaDbServer.start("no-such-setting=1")).hasMessageContaining("no-such-setting");
    }

    @Test
    void manyServersStartAtOnceOnPortsOfTheirOwn() {
        List<MariaDbServer> servers = IntStream.range(0, 4)
                .parallel()
                .mapToObj(i -> MariaDbServer.start())
                .toList();
        assertThat(servers).extracting(MariaDbServer::port).doesNotHaveDuplicates();
        servers.forEach(MariaDbServer::close);
        assertThat(servers).noneMatch(MariaDbServer::isRunning).allMatch(server -> Files.notExists(server.dataDir()));
    }
}
