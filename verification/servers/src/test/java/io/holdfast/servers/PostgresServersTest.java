package io.holdfast.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** That PostgreSQL, alone or with a replica, does what tests will ask of it. */
class PostgresServersTest {

    /** A query that looks neither for signals of its server nor for its death. */
    static final String BUSY = "DO $$ BEGIN LOOP NULL; END LOOP; END $$";

    @Test
    void aServerRestartsOnItsPortWithItsDataAndSettings() throws SQLException {
        try (PostgresServer server = PostgresServer.start("max_connections=20");
                Connection client = server.connect()) {
            int port = server.port();
            server.execute("CREATE TABLE word (it text)", "INSERT INTO word VALUES ('välue')");

            server.restart();
            assertThatThrownBy(() -> Sql.query(client, "SELECT 1")).isInstanceOf(SQLException.class);
            assertThat(server.query("SELECT it FROM word")).isEqualTo("välue");
            assertThat(server.query("SHOW max_connections")).isEqualTo("20");
            assertThat(server.port()).isEqualTo(port);
        }
    }

    @Test
    void aKilledServerIsGoneWithAllItsProcessesAndKeepsWhatWasCommitted() throws SQLException {
        try (PostgresServer server = PostgresServer.start();
                Connection client = server.connect();
                Connection other = server.connect()) {
            assertThat(server.query("SHOW fsync")).isEqualTo("on");
            server.execute("CREATE TABLE number (it int)", "INSERT INTO number VALUES (1)");
            other.setAutoCommit(false);
            other.createStatement().execute("INSERT INTO number VALUES (2)");
            List<ProcessHandle> processes =
                    ProcessHandle.of(server.pid()).orElseThrow().descendants().toList();
            long backend = Long.parseLong(Sql.query(client, "SELECT pg_backend_pid()"));
            assertThat(processes).extracting(ProcessHandle::pid).contains(backend);
            CompletableFuture<Void> busy = begin(server, client, BUSY);

            server.kill();
            assertThat(processes).noneMatch(ServerProcess::lives);
            assertThat(busy).failsWithin(Await.PATIENCE);
            server.revive();
            assertThat(server.query("SELECT string_agg(it::text, ' ') FROM number"))
                    .isEqualTo("1");
        }
    }

    @Test
    void aKilledServerLeavesNothingInTheKernel() throws IOException {
        try (PostgresServer server = PostgresServer.start()) {
            String memory = sharedMemory(server);
            assertThat(allSharedMemory()).contains(memory);
            server.kill();
            assertThat(allSharedMemory()).doesNotContain(memory);
        }
    }

    static String sharedMemory(PostgresServer server) throws IOException {
        String line =
                Files.readAllLines(server.dataDir().resolve("postmaster.pid")).get(6);
        return line.substring(line.lastIndexOf(' ') + 1);
    }

    static List<String> allSharedMemory() {
        return Programs.run(List.of("ipcs", "-m"))
                .lines()
                .filter(line -> line.startsWith("0x"))
                .map(line -> line.split(" +")[1])
                .toList();
    }

    @Test
    void aPausedServerStandsStillInTheMiddleOfAQuery() throws Exception {
        try (PostgresServer server = PostgresServer.start();
                Connection client = server.connect()) {
            CompletableFuture<Void> query = begin(server, client, "SELECT pg_sleep(0.2)");

            server.pause();
            assertThat(server.isRunning()).isTrue();
            assertThat(server.isAnswering()).isFalse();
            CompletableFuture<Void> connecting = CompletableFuture.runAsync(() -> server.execute("SELECT 1"));
            assertThatThrownBy(() -> query.get(400, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            assertThat(connecting).isNotDone();

            server.revive();
            assertThat(query).succeedsWithin(Await.PATIENCE);
            assertThat(connecting).succeedsWithin(Await.PATIENCE);
        }
    }

    @Test
    void aPausedServerCanBeKilledAndStopped() {
        try (PostgresServer server = PostgresServer.start()) {
            server.pause();
            server.kill();
            server.revive();
            server.pause();
            server.restart();
            assertThat(server.query("SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void aReplicaFollowsAndIsPromotedWithoutWhatItHasNotReceived() {
        try (PostgresServer primary = PostgresServer.start();
                PostgresServer replica = PostgresServer.replicaOf(primary)) {
            primary.execute("CREATE TABLE number (it int)", "INSERT INTO number VALUES (1)");
            replica.awaitCaughtUp();
            assertThat(replica.isInRecovery()).isTrue();
            assertThat(replica.query("SELECT max(it) FROM number")).isEqualTo("1");
            assertThatThrownBy(() -> replica.execute("INSERT INTO number VALUES (0)"))
                    .hasMessageContaining("read-only");

            replica.detach();
            primary.execute("INSERT INTO number VALUES (2)");
            replica.attach();
            assertThat(replica.query("SELECT max(it) FROM number")).isEqualTo("2");

            primary.restart();
            primary.execute("INSERT INTO number VALUES (3)");
            replica.awaitCaughtUp();
            replica.detach();
            primary.execute("INSERT INTO number VALUES (4)");
            primary.kill();
            replica.promote();
            assertThat(replica.isInRecovery()).isFalse();
            replica.execute("INSERT INTO number VALUES (5)");
            assertThat(replica.query("SELECT string_agg(it::text, ' ' ORDER BY it) FROM number"))
                    .isEqualTo("1 2 3 5");
        }
    }

    @Test
    void aServerThatCannotStartSaysWhy() {
        assertThatThrownBy(() -> PostgresServer.start("no_such_setting=1")).hasMessageContaining("no_such_setting");
    }

    @Test
    void aMissingProgramIsNamedWithItsPackage() {
        assertThat(Programs.find("no-such-program")).isEmpty();
        assertThat(Programs.missing("postgres", "postgresql"))
                .hasMessageContaining("no postgres on this machine")
                .hasMessageContaining("apt-get install postgresql");
    }

    @Test
    void manyServersStartAtOnceOnPortsOfTheirOwn() {
        List<PostgresServer> servers = IntStream.range(0, 4)
                .parallel()
                .mapToObj(i -> PostgresServer.start())
                .toList();
        assertThat(servers).extracting(PostgresServer::port).doesNotHaveDuplicates();
        servers.forEach(PostgresServer::close);
        assertThat(servers).noneMatch(PostgresServer::isRunning).allMatch(server -> Files.notExists(server.dataDir()));
    }

    private static CompletableFuture<Void> begin(PostgresServer server, Connection client, String sql) {
        CompletableFuture<Void> end = Sql.begin(client, sql);
        Await.until(
                "the query runs",
                () -> server.query("SELECT count(*) FROM pg_stat_activity WHERE state = 'active'"
                                + " AND pid <> pg_backend_pid() AND backend_type = 'client backend'")
                        .equals("1"));
        return end;
    }
}
