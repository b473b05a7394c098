package io.holdfast.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LockOptions;
import io.holdfast.StoreConfigurationException;
import io.holdfast.tck.Claim;
import io.holdfast.tck.Client;
import io.holdfast.tck.Eventually;
import io.holdfast.tck.RealTime;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** What is in the tables, and what is not any more. */
class TablesTest {

    @ParameterizedTest
    @EnumSource(
            mode = Mode.INCLUDE,
            names = {"POSTGRES", "MARIADB"})
    void missingTablesAreNamedWithWhatToDo(Databases database) {
        assertThatThrownBy(() -> Holdfast.open(database.with("prefix=missing_")))
                .isInstanceOf(StoreConfigurationException.class)
                .hasMessageContaining("missing_lock")
                .hasMessageContaining("createTables")
                .hasMessageContaining("docs/jdbc.md");
    }

    @ParameterizedTest
    @EnumSource
    void manyClientsCreateThemAtOnce(Databases database) throws Exception {
        String uri = database.with("prefix=crowd_");
        String created = uri + (database == Databases.H2 ? ";" : "&") + "holdfast.createTables=true";
        ExecutorService threads = Executors.newFixedThreadPool(6);
        try {
            List<Callable<Long>> clients = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                clients.add(() -> {
                    try (Holdfast holdfast = Holdfast.open(created);
                            Lease lease = holdfast.lock("first").acquire()) {
                        return lease.token();
                    }
                });
            }
            List<Long> tokens = new ArrayList<>();
            for (Future<Long> token : threads.invokeAll(clients)) {
                tokens.add(token.get());
            }
            assertThat(tokens).doesNotHaveDuplicates().hasSize(6);
        } finally {
            threads.shutdownNow();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aDataSourceOfTheApplicationsWillDo(Databases database) throws Exception {
        try (HikariDataSource pool = new HikariDataSource()) {
            pool.setJdbcUrl(database.url());
            JdbcStore store = JdbcStore.builder(pool).createTables().build();
            try (Holdfast one = Holdfast.open(store);
                    Holdfast other = Holdfast.open(store);
                    Lease lease = one.lock("mine").acquire()) {
                assertThat(other.lock("mine").tryAcquire()).isEmpty();
                assertThat(lease.isValid()).isTrue();
                // Nothing is held while the lock is.
                Eventually.holds(
                        "all connections are back",
                        Duration.ofSeconds(5),
                        () -> pool.getHikariPoolMXBean().getActiveConnections() == 0);
            }
            assertThat(pool.isClosed()).isFalse();
            try (Connection connection = pool.getConnection()) {
                assertThat(connection.getAutoCommit()).isTrue();
                assertThat(connection.isValid(1)).isTrue();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aLockThatNobodyUsesLosesItsRowAndItsTokensGoOn(Databases database) throws Exception {
        try (RealTime time = new RealTime();
                Client client = new Client(new JdbcStoreProvider().store(database.uri()), time.environment())) {
            String name = "idle:" + database;
            Claim first = client.claim(name).take();
            long token = first.tokens().last();
            first.release();
            // As if two hours had passed since.
            database.execute("UPDATE holdfast_lock SET since = since - 7200000000");
            sweep(database, client);
            assertThat(names(database)).doesNotContain(name);
            assertThat(client.claim(name).take().tokens().first()).isGreaterThan(token);
            sweep(database, client);
            assertThat(names(database)).contains(name);
        }
    }

    @ParameterizedTest
    @EnumSource
    void howeverManyLocksNobodyUsesTheyAllLoseTheirRows(Databases database) throws Exception {
        try (RealTime time = new RealTime();
                Client client = new Client(new JdbcStoreProvider().store(database.uri()), time.environment())) {
            for (int i = 0; i < 510; i++) {
                client.claim("many:" + i).take().release();
            }
            database.execute("UPDATE holdfast_lock SET since = since - 7200000000");
            sweep(database, client);
            assertThat(names(database)).noneMatch(name -> name.startsWith("many:"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatNobodyAsksForIsSweptUp(Databases database) throws Exception {
        try (RealTime time = new RealTime();
                Client client = new Client(new JdbcStoreProvider().store(database.uri()), time.environment());
                Client other = new Client(new JdbcStoreProvider().store(database.uri()), time.environment())) {
            String name = "left:" + database;
            Claim holder = client.claim(name).take();
            Claim waiter = other.claim(name).queue();
            Claim abandoned = other.claim(name);
            abandoned.abandon();
            assertThat(count(database, "gone WHERE owner = '" + abandoned.owner() + "'"))
                    .isEqualTo(1);
            // As if hours had passed: the holder is over, the one who waits is silent, the mark is old.
            database.execute(
                    "UPDATE holdfast_lock SET valid_until = 1, kept_until = 1 WHERE owner = '" + holder.owner() + "'",
                    "UPDATE holdfast_claim SET seen = seen - 7200000000 WHERE owner = '" + waiter.owner() + "'",
                    "UPDATE holdfast_gone SET until_time = until_time - 7200000000 WHERE owner = '" + abandoned.owner()
                            + "'");
            sweep(database, client);
            Eventually.holds(
                    "the claims are gone",
                    Duration.ofSeconds(5),
                    () -> count(database, "claim WHERE owner = '" + waiter.owner() + "'")
                                    + count(database, "lock WHERE owner = '" + holder.owner() + "'")
                            == 0);
            assertThat(count(database, "gone WHERE owner = '" + abandoned.owner() + "'"))
                    .isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aClientThatIsClosedLeavesNothingThatIsHeld(Databases database) throws Exception {
        try (Holdfast holdfast = Holdfast.open(database.with("prefix=leaves_") + (database == Databases.H2 ? ";" : "&")
                + "holdfast.createTables=true")) {
            holdfast.lock("a").acquire();
            holdfast.readWriteLock("b").readLock().acquire();
            holdfast.semaphore("c", 3).acquire(2);
            holdfast.lock("d")
                    .with(LockOptions.defaults().lease(Duration.ofHours(1)))
                    .acquire();
        }
        assertThat(database.column("SELECT count(*) FROM leaves_claim")).containsExactly("0");
        assertThat(database.column("SELECT count(*) FROM leaves_lock WHERE owner <> ''"))
                .containsExactly("0");
        assertThat(database.column("SELECT count(*) FROM leaves_client")).containsExactly("0");
    }

    private static void sweep(Databases database, Client client) {
        database.execute("UPDATE holdfast_sweep SET swept = 0");
        assertThat(((JdbcSession) client.session()).sweep().toCompletableFuture())
                .succeedsWithin(Duration.ofSeconds(10));
    }

    private static List<String> names(Databases database) {
        return database.column("SELECT name FROM holdfast_lock");
    }

    private static int count(Databases database, String rest) {
        return Integer.parseInt(
                database.column("SELECT count(*) FROM holdfast_" + rest).get(0));
    }
}
