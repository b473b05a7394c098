package io.holdfast.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** That databases can be broken in the ways that cells ask for. */
class SqlSitesTest {

    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource(names = {"POSTGRES", "MARIADB", "SQLITE"})
    void aTransactionThatDoesNotGoOnIsSeen(Topology topology) throws SQLException {
        try (Tools tools = new Tools(directory);
                SqlSite site = (SqlSite) topology.open(tools);
                Connection connection = site.connect();
                Statement statement = connection.createStatement()) {
            site.ask("CREATE TABLE word (it int)");
            assertThat(site.hasIdleTransaction()).isFalse();

            statement.execute("BEGIN");
            statement.execute("INSERT INTO word VALUES (1)");
            assertThat(site.hasIdleTransaction()).isTrue();

            statement.execute("COMMIT");
            assertThat(site.hasIdleTransaction()).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRES", "MARIADB"})
    void connectionsAreCut(Topology topology) throws SQLException {
        try (Tools tools = new Tools(directory);
                SqlServerSite site = (SqlServerSite) topology.open(tools);
                Connection connection = site.entrance().connect()) {
            assertThat(connection.isValid(5)).isTrue();
            assertThat(site.cut()).isPositive();
            assertThat(connection.isValid(5)).isFalse();
        }
    }

    @Test
    void aFailoverLosesWhatTheReplicaHasNotGot() {
        try (PostgresPairSite site = new PostgresPairSite()) {
            site.ask("CREATE TABLE word (it int)");
            site.settle();

            int written = 0;
            CompletableFuture<Void> lag = CompletableFuture.runAsync(() -> site.lag(Duration.ofMillis(100)));
            while (!lag.isDone()) {
                site.ask("INSERT INTO word VALUES (" + ++written + ")");
            }
            lag.join();
            site.failOver();
            assertThat(Integer.parseInt(site.ask("SELECT count(*) FROM word").get(0)))
                    .isLessThan(written);
            site.settle();
        }
    }
}
