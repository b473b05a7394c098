package io.holdfast.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.Release;
import io.holdfast.StoreUnavailableException;
import io.holdfast.tck.Eventually;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.support.TransactionTemplate;

/** Locks have nothing to do with the transaction that the caller is in, and they live with few connections. */
class CallersTransactionTest {

    private final HikariDataSource pool = new HikariDataSource();

    @AfterEach
    void closePool() {
        pool.close();
    }

    private Holdfast open(Databases database, int connections) {
        pool.setJdbcUrl(database.url());
        pool.setMaximumPoolSize(connections);
        return Holdfast.open(JdbcStore.builder(pool).createTables().build());
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "SQLITE")
    void aLockOutlivesTheCallersRollbackAndItsReleaseDoesTooInSpring(Databases database) {
        database.execute("CREATE TABLE IF NOT EXISTS orders (id int)", "DELETE FROM orders");
        pool.setJdbcUrl(database.url());
        // The one DataSource that would hand out the caller's connection, if it were asked on the caller's thread.
        TransactionAwareDataSourceProxy aware = new TransactionAwareDataSourceProxy(pool);
        TransactionTemplate transaction = new TransactionTemplate(new DataSourceTransactionManager(pool));
        JdbcStore store = JdbcStore.builder(aware).createTables().build();
        try (Holdfast holdfast = Holdfast.open(store);
                Holdfast other = Holdfast.open(store)) {
            Lease kept = transaction.execute(status -> {
                new JdbcTemplate(pool).update("INSERT INTO orders VALUES (1)");
                Lease lease = holdfast.lock("spring:kept").tryAcquire().orElseThrow();
                status.setRollbackOnly();
                return lease;
            });
            assertThat(kept.isValid()).isTrue();
            assertThat(other.lock("spring:kept").tryAcquire()).isEmpty();
            transaction.executeWithoutResult(status -> {
                assertThat(kept.release()).isEqualTo(Release.RELEASED);
                // Before the caller's transaction has ended.
                assertThat(other.lock("spring:kept").tryAcquire()).isPresent();
                status.setRollbackOnly();
            });
            assertThat(holdfast.lock("spring:kept").tryAcquire()).isEmpty();
            assertThat(database.column("SELECT id FROM orders")).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "SQLITE")
    void onePooledConnectionIsEnoughForManyWhoWaitAndHold(Databases database) throws Exception {
        try (Holdfast holdfast = open(database, 1);
                Holdfast other = Holdfast.open(database.uri())) {
            Lease held = other.lock("few").acquire();
            var waiting = holdfast.lock("few").acquireAsync();
            for (int i = 0; i < 10; i++) {
                assertThat(holdfast.lock("few:" + i).tryAcquire()).isPresent();
            }
            Eventually.holds(
                    "nobody has the connection",
                    Duration.ofSeconds(5),
                    () -> pool.getHikariPoolMXBean().getActiveConnections() == 0);
            try (Connection connection = pool.getConnection()) {
                assertThat(connection.isValid(1)).isTrue();
            }
            held.release();
            assertThat(waiting).succeedsWithin(Duration.ofSeconds(5));
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "SQLITE")
    void anExhaustedPoolIsToldInTimeAndLeavesNothing(Databases database) throws Exception {
        try (Holdfast holdfast = open(database, 1);
                Holdfast other = Holdfast.open(database.uri())) {
            try (Connection taken = pool.getConnection();
                    Statement statement = taken.createStatement()) {
                statement.execute("SELECT 1");
                long before = System.nanoTime();
                assertThatThrownBy(() -> holdfast.lock("exhausted").tryAcquire())
                        .isInstanceOf(StoreUnavailableException.class)
                        .hasMessageContaining("'exhausted'")
                        .hasMessageContaining("pool exhausted");
                assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(5));
            }
            assertThat(other.lock("exhausted").tryAcquire(Duration.ofSeconds(5)))
                    .isPresent();
            assertThat(holdfast.lock("exhausted:2").tryAcquire(Duration.ofSeconds(5)))
                    .isPresent();
        }
    }
}
