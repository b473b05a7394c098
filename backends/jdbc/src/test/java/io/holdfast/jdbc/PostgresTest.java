package io.holdfast.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LockOptions;
import io.holdfast.Release;
import io.holdfast.StoreConfigurationException;
import io.holdfast.StoreUnavailableException;
import io.holdfast.servers.PgBouncer;
import io.holdfast.servers.PostgresServer;
import io.holdfast.tck.Claim;
import io.holdfast.tck.Client;
import io.holdfast.tck.Eventually;
import io.holdfast.tck.RealTime;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What PostgreSQL does that others do not. */
class PostgresTest {

    private static PostgresServer server;

    @BeforeAll
    static void start() {
        server = PostgresServer.start();
        Holdfast.open(SqlFixture.uri(server)).close();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String uri() {
        return SqlFixture.uri(server);
    }

    @Test
    void whoWaitsIsToldAndNeedNotAsk() {
        try (RealTime time = new RealTime();
                Client holder = new Client(new JdbcStoreProvider().store(uri()), time.environment());
                Client waiter = new Client(new JdbcStoreProvider().store(uri()), time.environment())) {
            // Whoever is the first to wait has nobody listening yet.
            Eventually.holds("it listens", Duration.ofSeconds(10), () -> {
                String name = "told:" + System.nanoTime();
                Claim held = holder.claim(name).take();
                Claim waits = waiter.claim(name).queue();
                held.release();
                boolean told = waiter.signals().grant(name, waits.owner()).isPresent();
                waits.abandon();
                return told;
            });
            Claim held = holder.claim("told").take();
            Claim waits = waiter.claim("told").queue();
            held.release();
            Eventually.holds(
                    "it is told",
                    Duration.ofSeconds(5),
                    () -> waiter.signals().grant("told", waits.owner()).isPresent());
            assertThat(waits.poll()).isInstanceOf(io.holdfast.spi.Answer.Granted.class);
        }
    }

    @Test
    void aFreeLockIsTakenByOneTransactionAndGivenBackByOne() throws Exception {
        try (RealTime time = new RealTime();
                Client client = new Client(new JdbcStoreProvider().store(uri()), time.environment())) {
            client.claim("counted").take().release();
            long fewest = Long.MAX_VALUE;
            for (int i = 0; i < 5; i++) {
                long before = transaction();
                client.claim("counted").take().release();
                fewest = Math.min(fewest, transaction() - before);
            }
            // The third is the look itself. The server has transactions of its own now and then, which only add to
            // that.
            assertThat(fewest).isEqualTo(3);
        }
    }

    /** {@return the number of a transaction, which grows by one with each that writes} */
    private static long transaction() {
        return Long.parseLong(server.query("SELECT pg_current_xact_id()::text"));
    }

    @Test
    void aServerWhoseTransactionsAreSerializableByDefaultServesAllTheSame() throws Exception {
        server.execute("ALTER DATABASE postgres SET default_transaction_isolation = 'serializable'");
        try {
            assertThat(countTogether(uri(), 4, 25)).isEqualTo(100);
        } finally {
            server.execute("ALTER DATABASE postgres RESET default_transaction_isolation");
        }
    }

    @Test
    void behindAPgBouncerThatSharesConnectionsNothingIsMixedUp() throws Exception {
        try (PgBouncer bouncer = PgBouncer.before(server)) {
            String behind = bouncer.url() + "&holdfast.createTables=true";
            assertThat(countTogether(behind, 6, 25)).isEqualTo(150);
        }
    }

    /** {@return how often a plain counter was counted up, by clients of which each has its own pool} */
    private static int countTogether(String uri, int clients, int rounds) throws Exception {
        AtomicInteger inside = new AtomicInteger();
        int[] counter = {0};
        ExecutorService threads = Executors.newFixedThreadPool(clients);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < clients; i++) {
                all.add(threads.submit(() -> {
                    try (Holdfast holdfast = Holdfast.open(uri)) {
                        DistributedLock lock = holdfast.lock("together");
                        for (int round = 0; round < rounds; round++) {
                            try (Lease lease = lock.acquire(Duration.ofSeconds(30))) {
                                assertThat(inside.incrementAndGet()).isEqualTo(1);
                                counter[0]++;
                                inside.decrementAndGet();
                            }
                        }
                    }
                    return null;
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
            return counter[0];
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void aRowThatSomebodyHasLockedForAMomentIsWaitedForAndCostsNoOtherLease() throws Exception {
        LockOptions brief = LockOptions.defaults().lease(Duration.ofSeconds(3));
        try (Holdfast holdfast = Holdfast.open(uri());
                Connection meddler = server.connect();
                Statement statement = meddler.createStatement()) {
            Lease stuck = holdfast.lock("row:stuck").with(brief).acquire();
            List<Lease> others = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                others.add(holdfast.lock("row:" + i).with(brief).acquire());
            }
            meddler.setAutoCommit(false);
            statement.execute("SELECT * FROM holdfast_lock WHERE name = 'row:stuck' FOR UPDATE");
            Eventually.holds(
                    "the one whose row is locked is lost",
                    Duration.ofSeconds(10),
                    () -> stuck.state() == Lease.State.LOST);
            assertThat(others).allSatisfy(lease -> assertThat(lease.isValid()).isTrue());
            meddler.rollback();
            assertThat(holdfast.lock("row:stuck").tryAcquire(Duration.ofSeconds(10)))
                    .isPresent();
            assertThat(others).allSatisfy(lease -> assertThat(lease.release()).isEqualTo(Release.RELEASED));
        }
    }

    @Test
    void manyRowsThatSomebodyHasLockedCostNoOtherLease() throws Exception {
        LockOptions brief = LockOptions.defaults().lease(Duration.ofSeconds(3));
        try (Holdfast holdfast = Holdfast.open(uri());
                Connection meddler = server.connect();
                Statement statement = meddler.createStatement()) {
            List<Lease> stuck = new ArrayList<>();
            List<Lease> others = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                stuck.add(holdfast.lock("stuck:" + i).with(brief).acquire());
                if (i % 10 == 0) {
                    others.add(holdfast.lock("well:" + i).with(brief).acquire());
                }
            }
            meddler.setAutoCommit(false);
            statement.execute("SELECT * FROM holdfast_lock WHERE name >= 'stuck:' AND name < 'stuck;' FOR UPDATE");
            Eventually.holds(
                    "those whose rows are locked are lost",
                    Duration.ofSeconds(20),
                    () -> stuck.stream().allMatch(lease -> lease.state() == Lease.State.LOST));
            assertThat(others).allSatisfy(lease -> assertThat(lease.isValid()).isTrue());
            meddler.rollback();
        }
    }

    @Test
    void whoWantsSeveralLocksLocksNoRowWhileItWaitsForAnother() throws Exception {
        LockOptions brief = LockOptions.defaults().lease(Duration.ofSeconds(3));
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try (Holdfast holdfast = Holdfast.open(uri());
                Connection meddler = server.connect();
                Statement statement = meddler.createStatement()) {
            Lease lease = holdfast.lock("several:a").with(brief).acquire();
            Lease lost = holdfast.lock("several:b").with(brief).acquire();
            meddler.setAutoCommit(false);
            statement.execute("SELECT * FROM holdfast_lock WHERE name = 'several:b' FOR UPDATE");
            for (int i = 0; i < 4; i++) {
                threads.execute(() -> {
                    try (Holdfast other = Holdfast.open(uri())) {
                        while (!Thread.interrupted()) {
                            // It tells that the store cannot be reached, or that one is busy.
                            try {
                                other.lockAll("several:a", "several:b").tryAcquire();
                            } catch (StoreUnavailableException e) {
                                continue;
                            }
                        }
                    }
                });
            }
            Eventually.holds(
                    "the one whose row is locked is lost",
                    Duration.ofSeconds(20),
                    () -> lost.state() == Lease.State.LOST);
            assertThat(lease.isValid()).isTrue();
            meddler.rollback();
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void whatTheServerCancelsIsTriedAgain() throws Exception {
        server.execute("ALTER DATABASE postgres SET statement_timeout = '300ms'");
        try (Holdfast holdfast = Holdfast.open(uri());
                Connection meddler = server.connect();
                Statement statement = meddler.createStatement()) {
            holdfast.lock("cancelled").acquire().close();
            meddler.setAutoCommit(false);
            statement.execute("SELECT * FROM holdfast_lock WHERE name = 'cancelled' FOR UPDATE");
            var waiting = holdfast.lock("cancelled").acquireAsync();
            Eventually.holds(
                    "it waits at the server",
                    Duration.ofSeconds(10),
                    () -> !server.query("SELECT count(*) FROM pg_locks WHERE NOT granted")
                            .equals("0"));
            Eventually.holds(
                    "the server has cancelled it",
                    Duration.ofSeconds(10),
                    () -> server.query("SELECT count(*) FROM pg_locks WHERE NOT granted")
                            .equals("0"));
            meddler.rollback();
            assertThat(waiting).succeedsWithin(Duration.ofSeconds(10));
        } finally {
            server.execute("ALTER DATABASE postgres RESET statement_timeout");
        }
    }

    @Test
    void nobodyWaitsAtTheServerWhoseClientHasGivenUp() throws Exception {
        try (Holdfast holdfast = Holdfast.open(uri() + "&holdfast.commandTimeout=700ms");
                Connection meddler = server.connect();
                Statement statement = meddler.createStatement()) {
            holdfast.lock("given-up").acquire().close();
            meddler.setAutoCommit(false);
            statement.execute("SELECT * FROM holdfast_lock WHERE name = 'given-up' FOR UPDATE");
            for (int i = 0; i < 5; i++) {
                assertThatThrownBy(() -> holdfast.lock("given-up").tryAcquire())
                        .isInstanceOf(StoreUnavailableException.class)
                        .hasMessageContaining("given-up");
                assertThat(Integer.parseInt(server.query("SELECT count(*) FROM pg_locks WHERE NOT granted")))
                        .isLessThanOrEqualTo(1);
            }
            meddler.rollback();
        }
    }

    @Test
    void aServerWhoseTransactionsOnlyReadByDefaultServesAllTheSame() throws Exception {
        server.execute("ALTER DATABASE postgres SET default_transaction_read_only = on");
        try (Holdfast holdfast = Holdfast.open(server.url());
                HikariDataSource pool = new HikariDataSource()) {
            assertThat(holdfast.lock("read-only-default").tryAcquire()).isPresent();
            pool.setJdbcUrl(server.url());
            try (Holdfast other = Holdfast.open(JdbcStore.of(pool))) {
                assertThat(other.lock("read-only-default").tryAcquire()).isEmpty();
                assertThat(other.lock("read-only-default:2").tryAcquire()).isPresent();
            }
        } finally {
            try (Connection connection = server.connect();
                    Statement statement = connection.createStatement()) {
                statement.execute("SET default_transaction_read_only = off");
                statement.execute("ALTER DATABASE postgres RESET default_transaction_read_only");
            }
        }
    }

    @Test
    void aClientThatStandsStillInATransactionLosesItAndNobodyWaitsForIt() throws Exception {
        try (Holdfast holdfast = Holdfast.open(uri());
                Connection paused = server.connect()) {
            Dialect dialect = new Postgres(new Tables("holdfast_"), true);
            holdfast.lock("paused").acquire().close();
            Transaction transaction = new Transaction(paused, dialect, 0);
            assertThat(transaction.lock(List.of("paused"), List.of(), Locking.WAIT))
                    .hasSize(1);
            assertThat(holdfast.lock("paused").tryAcquire(Duration.ofSeconds(10)))
                    .isPresent();
            assertThatThrownBy(() -> transaction.commit(List.of())).isInstanceOf(java.sql.SQLException.class);
        }
    }

    @Test
    void aServerThatTakesNoWritesIsNamed() {
        PostgresServer replica = PostgresServer.replicaOf(server);
        try (replica) {
            replica.awaitCaughtUp();
            try (Holdfast holdfast =
                    Holdfast.builder().store(replica.url()).lazy().build()) {
                assertThatThrownBy(() -> holdfast.lock("read-only").tryAcquire())
                        .isInstanceOf(StoreUnavailableException.class)
                        .hasMessageContaining("takes no writes");
            }
        }
    }

    @Test
    void aUserWithoutRightsIsNamed() {
        server.execute("DROP ROLE IF EXISTS guest", "CREATE ROLE guest LOGIN");
        String guest = server.url().replace("user=postgres", "user=guest");
        assertThatThrownBy(() -> Holdfast.open(guest))
                .isInstanceOf(StoreConfigurationException.class)
                .hasMessageContaining("rights");
        assertThatThrownBy(() -> Holdfast.open(server.url().replace("user=postgres", "user=nobody")))
                .isInstanceOf(StoreConfigurationException.class)
                .hasMessageContaining("does not let this user in");
    }

    @Test
    void aPromotedReplicaGoesOnWithHigherTokens() throws Exception {
        try (PostgresServer primary = PostgresServer.start()) {
            Holdfast.open(SqlFixture.uri(primary)).close();
            PostgresServer replica = PostgresServer.replicaOf(primary);
            try (replica) {
                String both = "jdbc:postgresql://" + primary.address() + "," + replica.address()
                        + "/postgres?user=postgres&targetServerType=primary";
                try (Holdfast holdfast = Holdfast.open(both);
                        Holdfast other = Holdfast.open(both)) {
                    Lease lease = holdfast.lock("failover").acquire();
                    replica.awaitCaughtUp();
                    primary.kill();
                    replica.promote();
                    // Its claim was replicated, so nobody else has it, and it is renewed at the new primary.
                    assertThat(other.lock("failover").tryAcquire(Duration.ofSeconds(4)))
                            .isEmpty();
                    assertThat(lease.isValid()).isTrue();
                    assertThat(lease.release()).isEqualTo(Release.RELEASED);
                    Lease next = other.lock("failover").acquire(Duration.ofSeconds(10));
                    assertThat(next.token()).isGreaterThan(lease.token());
                }
            }
        }
    }
}
