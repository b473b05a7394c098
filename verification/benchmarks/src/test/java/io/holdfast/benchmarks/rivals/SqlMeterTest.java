package io.holdfast.benchmarks.rivals;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.benchmarks.measure.Figures;
import io.holdfast.benchmarks.measure.Meter;
import io.holdfast.benchmarks.measure.Metric;
import io.holdfast.servers.MariaDbServer;
import io.holdfast.servers.PostgresServer;
import io.holdfast.servers.SqlServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SqlMeterTest {

    @Test
    void postgresCountsStatementsAndTransactionsThatWrite() throws Exception {
        try (PostgresServer server = PostgresServer.start()) {
            server.execute("CREATE TABLE t (a INT PRIMARY KEY)");
            try (Connection connection = server.connect();
                    Meter.RequestCount count = StatementLog.open(server)) {
                run(connection, "SELECT\n1", "SELECT ' LOG:  statement: '");
                run(connection, "DO $$ BEGIN INSERT INTO t VALUES (1); INSERT INTO t VALUES (2); END $$");
                connection.setAutoCommit(false);
                run(connection, "INSERT INTO t VALUES (3)", "INSERT INTO t VALUES (4)");
                connection.commit();

                Figures figures = count.forEach(1);

                // Three, and BEGIN, two, COMMIT.
                assertThat(figures.get(Metric.REQUESTS)).hasValue(7);
                assertThat(figures.get(Metric.COMMITS)).hasValue(2);
            }
        }
    }

    @Test
    void postgresLogsNothingBeforeAndAfter() throws Exception {
        try (PostgresServer server = PostgresServer.start();
                Connection connection = server.connect()) {
            run(connection, "SELECT 'before'");
            StatementLog.open(server).close();
            run(connection, "SELECT 'after'");

            assertThat(server.log()).doesNotContain("'before'").doesNotContain("'after'");
        }
    }

    @Test
    void mariaDbCountsStatements() throws Exception {
        try (MariaDbServer server = MariaDbServer.start();
                Connection connection = server.connect();
                Meter.RequestCount count = Questions.open(server)) {
            run(connection, "SELECT 1", "BEGIN NOT ATOMIC SELECT 1; SELECT 2; END");

            assertThat(count.stop()).isEqualTo(2);
        }
    }

    @Test
    void rowsAreCountedAndDeleted() {
        try (PostgresServer postgres = PostgresServer.start();
                MariaDbServer mariaDb = MariaDbServer.start()) {
            assertRowsAreCountedAndDeleted(postgres, new SqlMeter<>(postgres, "SELECT 1", StatementLog::open));
            assertRowsAreCountedAndDeleted(mariaDb, new SqlMeter<>(mariaDb, "SELECT 1", Questions::open));
        }
    }

    private static void assertRowsAreCountedAndDeleted(SqlServer server, Meter meter) {
        server.execute(
                "CREATE TABLE t (a INT)",
                "CREATE TABLE u (a INT)",
                "INSERT INTO t VALUES (1), (2)",
                "INSERT INTO u VALUES (3)");

        assertThat(meter.keys()).isEqualTo(3);
        assertThat(meter.cpuNanos()).isPositive();
        meter.clear();
        assertThat(meter.keys()).isZero();
    }

    private static void run(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
