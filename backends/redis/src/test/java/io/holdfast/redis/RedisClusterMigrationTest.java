package io.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.ClaimInfo;
import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LockOptions;
import io.holdfast.Release;
import io.holdfast.servers.RedisBinary;
import io.holdfast.servers.RedisCluster;
import io.holdfast.servers.RedisServer;
import io.holdfast.servers.SlotMigration;
import io.holdfast.spi.Answer;
import io.holdfast.spi.Demand;
import io.holdfast.spi.Freed;
import io.holdfast.tck.Claim;
import io.holdfast.tck.Client;
import io.holdfast.tck.Eventually;
import io.holdfast.tck.RealTime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A slot that moves to another master while its locks are held, renewed, waited for and released. */
@ParameterizedClass
@EnumSource
@Timeout(90)
class RedisClusterMigrationTest {

    private static final Duration SOON = Duration.ofSeconds(15);

    @Parameter
    RedisBinary binary;

    private static RedisCluster cluster;

    @BeforeParameterizedClassInvocation
    static void start(RedisBinary binary) {
        cluster = RedisCluster.start(binary);
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        cluster.close();
    }

    @Test
    void whatIsHeldStaysHeldAndCanBeReleasedAndWhoWaitsGetsItWhenTheSlotHasArrived() throws Exception {
        LockOptions brief = LockOptions.defaults().lease(Duration.ofSeconds(1));
        try (Holdfast one = Holdfast.open(cluster.uri());
                Holdfast other = Holdfast.open(cluster.uri());
                Holdfast idle = Holdfast.open(cluster.uri())) {
            idle.lock("{lock:a}").acquire().close();
            Lease held = one.lock("a").with(brief).acquire();
            CompletableFuture<Lease> next = other.lock("a").acquireAsync();
            Eventually.holds(
                    "it waits",
                    SOON,
                    () -> !one.locks().find("a").orElseThrow().waiters().isEmpty());

            SlotMigration migration = migration("lock:a");
            migration.begin();
            migration.move("lock:a");
            long asked = migration.target().calls("asking");
            Eventually.holds(
                    "renewed where the lock has gone",
                    SOON,
                    () -> migration.target().calls("asking") - asked >= 3);
            assertThat(held.isValid()).isTrue();
            assertThat(held.release()).isEqualTo(Release.RELEASED);
            assertThat(next).isNotDone();

            migration.finish();
            try (Lease lease = next.get(SOON.toSeconds(), TimeUnit.SECONDS)) {
                assertThat(lease.token()).isGreaterThan(held.token());
            }
            idle.lock("{lock:a}").acquire().close();
            if (binary == RedisBinary.PACKAGED) {
                assertThat(errors(migration.source(), "ASK")).isPositive();
                assertThat(errors(migration.source(), "MOVED")).isPositive();
                assertThat(errors(migration.source(), "TRYAGAIN") + errors(migration.target(), "TRYAGAIN"))
                        .isPositive();
            }
        }
    }

    /** With the session alone, which answers for each request by itself. */
    @Test
    void whatNeedsOneKeyIsDoneAtOnceAndTheRestIsRefusedWithoutATrace() {
        try (RealTime time = new RealTime();
                Client client = new Client(
                        new RedisStoreProvider().store(cluster.uri() + "?commandTimeout=2s"), time.environment())) {
            Claim stays = client.claim("{t}stays").take();
            Claim goes = client.claim("{t}goes").take();
            Claim kept = client.claim("{t}kept").take();
            SlotMigration migration = migration("{t}");
            migration.begin();
            migration.move("lock:{t}goes", "lock:{t}kept");

            assertThat(client.renew(List.of(stays.held(), goes.held(), kept.held())))
                    .as("together they are in no one place")
                    .allMatch(Optional::isPresent);
            Claim again = client.claim("{t}goes");
            Freed freed = goes.release(Duration.ZERO, Optional.of(again));
            assertThat(freed.held()).isTrue();
            assertThat(freed.rejoined()).containsInstanceOf(Answer.Gone.class);
            assertThat(kept.release(Duration.ofSeconds(30), Optional.empty()).held())
                    .isTrue();
            assertThat(stays.release()).isTrue();
            assertThat(stays.release()).as("only once").isFalse();

            migration.finish();
            assertThat(migration.target().command("GET", "lock:{t}kept"))
                    .asString()
                    .endsWith(":kept");
            assertThat(again.poll()).isInstanceOf(Answer.Gone.class);
            assertThat(client.claim("{t}goes").acquire()).isInstanceOf(Answer.Granted.class);
            assertThat(client.claim("{t}kept").acquire()).isInstanceOf(Answer.Busy.class);
        }
    }

    @Test
    void whoSharesALockRenewsItWhileItsSlotMovesAndGivesItBackByItself() {
        try (RealTime time = new RealTime();
                Client client = new Client(
                        new RedisStoreProvider().store(cluster.uri() + "?commandTimeout=2s"), time.environment())) {
            Claim leaver = client.claim("{s}rw", Demand.READ).take();
            Claim keeper = client.claim("{s}rw", Demand.READ).take();
            Claim stayer = client.claim("{s}rw", Demand.READ).take();
            Claim two = client.claim("{s}permits", Demand.permits(2, 3)).take();
            Claim one = client.claim("{s}permits", Demand.permits(1, 3)).take();
            Claim mutex = client.claim("{s}mutex").take();
            SlotMigration migration = migration("{s}");
            migration.begin();
            migration.move("lock:{s}rw", "lock:{s}permits");

            assertThat(client.renew(
                            List.of(leaver.held(), keeper.held(), stayer.held(), two.held(), one.held(), mutex.held())))
                    .allMatch(Optional::isPresent);
            Claim again = client.claim("{s}rw", Demand.READ);
            Freed freed = leaver.release(Duration.ZERO, Optional.of(again));
            assertThat(freed.held()).isTrue();
            assertThat(freed.rejoined()).containsInstanceOf(Answer.Gone.class);
            assertThat(leaver.release()).as("only once").isFalse();
            assertThat(leaver.renew()).isEmpty();
            assertThat(keeper.release(Duration.ofSeconds(30), Optional.empty()).held())
                    .isTrue();
            assertThat(keeper.renew()).isEmpty();
            assertThat(two.release()).isTrue();
            assertThat(stayer.renew()).isPresent();

            migration.finish();
            assertThat(client.inspect("{s}rw").orElseThrow().holders())
                    .extracting(ClaimInfo::owner)
                    .containsExactlyInAnyOrder(keeper.owner(), stayer.owner());
            assertThat(client.claim("{s}rw", Demand.WRITE).acquire()).isInstanceOf(Answer.Busy.class);
            assertThat(client.claim("{s}permits", Demand.permits(3, 3)).acquire())
                    .isInstanceOf(Answer.Busy.class);
            client.claim("{s}permits", Demand.permits(2, 3)).take();
            assertThat(one.release()).isTrue();
            assertThat(stayer.release()).isTrue();
            assertThat(client.claim("{s}rw", Demand.WRITE).acquire())
                    .as("what is kept is still taken")
                    .isInstanceOf(Answer.Busy.class);
            assertThat(migration.target().command("HLEN", "~holders:lock:{s}rw"))
                    .as("of those who hold, and nobody else")
                    .isEqualTo(1L);
        }
    }

    @Test
    void whoSharesALockHoldsItThroughAMigrationAndTheWriterGetsItAfterwards() {
        Duration brief = Duration.ofSeconds(2);
        try (RealTime time = new RealTime();
                Client client = new Client(
                        new RedisStoreProvider().store(cluster.uri() + "?commandTimeout=2s"), time.environment())) {
            Claim reader = client.claim("{w}rw", Demand.READ).lease(brief).take();
            Claim writer = client.claim("{w}rw", Demand.WRITE).queue();
            SlotMigration migration = migration("{w}");
            migration.begin();
            migration.move("lock:{w}rw");
            long end = System.nanoTime() + brief.toNanos();
            Eventually.holds("it has outlived its first lease", SOON, () -> {
                assertThat(reader.renew()).isPresent();
                return System.nanoTime() - end > 0;
            });
            assertThat(reader.release()).isTrue();
            migration.finish();
            writer.awaitGrant(SOON);
            assertThat(writer.tokens().first()).isGreaterThan(reader.tokens().last());
        }
    }

    @Test
    void permitsOfAnOldNumberAreGivenBackWhileTheSlotMovesAndAWriterBecomesAReaderWhenItHasArrived() {
        try (RealTime time = new RealTime();
                Client client = new Client(
                        new RedisStoreProvider().store(cluster.uri() + "?commandTimeout=20s"), time.environment())) {
            Claim two = client.claim("{d}permits", Demand.permits(2, 3)).take();
            Claim one = client.claim("{d}permits", Demand.permits(1, 3)).take();
            assertThat(client.resize("{d}permits", 3, 2)).isTrue();
            Claim writer = client.claim("{d}rw", Demand.WRITE).take();
            Claim reader = client.claim("{d}rw", Demand.READ);
            SlotMigration migration = migration("{d}");
            migration.begin();
            migration.move("lock:{d}rw", "lock:{d}permits");
            assertThat(client.renew(List.of(two.held(), one.held(), writer.held())))
                    .allMatch(Optional::isPresent);
            assertThat(two.release()).isTrue();
            var becoming =
                    client.session().downgrade(writer.held(), reader.ask()).toCompletableFuture();
            var resizing = client.session().resize("{d}permits", 2, 1).toCompletableFuture();
            assertThat(writer.renew()).isPresent();
            assertThat(becoming).isNotDone();
            assertThat(resizing).isNotDone();

            migration.finish();
            assertThat(Eventually.answered(becoming)).isInstanceOf(Answer.Granted.class);
            assertThat(Eventually.answered(resizing)).isTrue();
            assertThat(client.inspect("{d}rw").orElseThrow().holders())
                    .extracting(ClaimInfo::owner)
                    .containsExactly(reader.owner());
            assertThat(client.inspect("{d}permits").orElseThrow().capacity()).isEqualTo(1);
            assertThat(one.release()).isTrue();
        }
    }

    /** Its last request is sent before the slot has arrived, and waits for that. */
    @Test
    void anAcquireWaitsForTheSlotToArrive() {
        try (RealTime time = new RealTime();
                Client client = new Client(
                        new RedisStoreProvider().store(cluster.uri() + "?commandTimeout=20s"), time.environment())) {
            client.claim("c").take().release();
            SlotMigration migration = migration("lock:c");
            migration.begin();
            var asking =
                    client.session().acquire(client.claim("c").ask(), false).toCompletableFuture();
            long asked = System.nanoTime();
            Eventually.reached(asked + Duration.ofMillis(300).toNanos());
            assertThat(asking).isNotDone();
            migration.finish();
            assertThat(Eventually.answered(asking)).isInstanceOf(Answer.Granted.class);
        }
    }

    @Test
    void severalLocksOfOneSlotWaitForItToArriveAndThoseOfMoreAreTakenInOrder() {
        try (RealTime time = new RealTime();
                Client client = new Client(
                        new RedisStoreProvider().store(cluster.uri() + "?commandTimeout=20s"), time.environment())) {
            assertThat(client.session().isTogether(List.of("{u}a", "{u}b"))).isTrue();
            assertThat(client.session().isTogether(List.of("{u}a", "{v}b"))).isFalse();
            client.claim("{u}a").take().release();
            SlotMigration migration = migration("{u}");
            migration.begin();
            var asking = client.session()
                    .acquireAll(List.of(
                            client.claim("{u}a").ask(), client.claim("{u}b").ask()))
                    .toCompletableFuture();
            long asked = System.nanoTime();
            Eventually.reached(asked + Duration.ofMillis(300).toNanos());
            assertThat(asking).isNotDone();
            migration.finish();
            assertThat(Eventually.answered(asking)).hasSize(2).allMatch(answer -> answer instanceof Answer.Granted);
        }
    }

    private SlotMigration migration(String key) {
        int slot = cluster.slotOf(key);
        return cluster.migrate(slot, cluster.masterOf((slot + 16_384 / 2) % 16_384));
    }

    private static long errors(RedisServer node, String kind) {
        String count = node.info("errorstats").getOrDefault("errorstat_" + kind, "count=0");
        return Long.parseLong(count.substring(count.indexOf('=') + 1));
    }
}
