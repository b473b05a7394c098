package io.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LockOptions;
import io.holdfast.Order;
import io.holdfast.Release;
import io.holdfast.StoreUnavailableException;
import io.holdfast.servers.RedisBinary;
import io.holdfast.servers.RedisCluster;
import io.holdfast.servers.RedisOptions;
import io.holdfast.servers.RedisServer;
import io.holdfast.servers.ReplicaPair;
import io.holdfast.servers.Replication;
import io.holdfast.servers.SentinelGroup;
import io.holdfast.spi.Answer;
import io.holdfast.spi.Demand;
import io.holdfast.tck.Claim;
import io.holdfast.tck.Client;
import io.holdfast.tck.Eventually;
import io.holdfast.tck.RealTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Grants that count only once replicas have them. */
@Timeout(60)
class RedisWaitTest {

    private static final Duration SOON = Duration.ofSeconds(10);

    private ReplicaPair pair;
    private RedisServer replica;

    @BeforeEach
    void start() {
        pair = ReplicaPair.start(RedisBinary.EMBEDDED);
        replica = pair.replicas().get(0);
    }

    @AfterEach
    void stop() {
        pair.close();
    }

    private Holdfast open(String wait) {
        return Holdfast.open(pair.uri() + "?wait=" + wait);
    }

    @Test
    void whateverIsGrantedAtOnceOrHandedOverTheReplicaHasIt() throws Exception {
        LockOptions strict = LockOptions.defaults().order(Order.STRICT);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try (Holdfast one = open("1");
                Holdfast other = open("majority")) {
            List<Future<?>> all = new ArrayList<>();
            for (Holdfast client : List.of(one, other, one, other)) {
                DistributedLock lock = client.lock("a").with(strict);
                all.add(threads.submit(() -> {
                    for (int i = 0; i < 50; i++) {
                        lock.run(lease -> assertThat(replica.command("GET", "lock:a"))
                                .asString()
                                .endsWith(":" + lease.token()));
                    }
                    return null;
                }));
            }
            for (Future<?> each : all) {
                each.get(SOON.toSeconds(), TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void aLockThatWasConfirmedSurvivesTheEndOfTheMaster() throws Exception {
        try (Holdfast holdfast = open("1")) {
            LockOptions aMinute = LockOptions.defaults().lease(Duration.ofMinutes(1));
            Lease lease = holdfast.lock("a").with(aMinute).acquire();
            pair.master().kill();
            replica.command("REPLICAOF", "NO", "ONE");
            try (Holdfast other = Holdfast.open(replica.uri())) {
                assertThat(other.lock("a").tryAcquire()).isEmpty();
                assertThat(lease.release()).isEqualTo(Release.UNCONFIRMED);
                other.lock("a").acquire(SOON).close();
            }
        }
    }

    @Test
    void withoutTheReplicaNothingIsGrantedAndNothingIsLeft() throws Exception {
        try (Holdfast holdfast = open("1")) {
            holdfast.lock("a").acquire().close();
            Replication.detach(pair.master());
            CompletableFuture<Void> refused = CompletableFuture.runAsync(
                    () -> assertThatThrownBy(() -> holdfast.lock("a").tryAcquire())
                            .isInstanceOf(StoreUnavailableException.class)
                            .hasMessageContaining("0 replicas confirmed"));
            Eventually.holds(
                    "it waits for the replica", SOON, () -> pair.master().calls("wait") > 1);
            long started = System.nanoTime();
            holdfast.locks().find("b");
            assertThat(Duration.ofNanos(System.nanoTime() - started))
                    .as("others need not wait for that")
                    .isLessThan(Duration.ofMillis(400));
            refused.get(SOON.toSeconds(), TimeUnit.SECONDS);
            Eventually.holds(
                    "it is cleaned up",
                    SOON,
                    () -> Long.valueOf(0).equals(pair.master().command("EXISTS", "lock:a")));
            Replication.attach(pair.master());
            holdfast.lock("a").acquire(SOON).close();
        }
    }

    @Test
    void severalLocksAreConfirmedTogetherOrGivenBack() throws Exception {
        try (Holdfast holdfast = open("1")) {
            holdfast.lockAll("a", "b", "c").acquire().close();
            long before = pair.master().calls("wait");
            holdfast.lockAll("a", "b", "c")
                    .run(lease -> lease.tokens()
                            .forEach((name, token) -> assertThat(replica.command("GET", "lock:" + name))
                                    .asString()
                                    .endsWith(":" + token)));
            assertThat(pair.master().calls("wait") - before).isEqualTo(1);
            Replication.detach(pair.master());
            assertThatThrownBy(() -> holdfast.lockAll("a", "b", "c").tryAcquire())
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("0 replicas confirmed");
            Eventually.holds(
                    "they are cleaned up",
                    SOON,
                    () -> Long.valueOf(0).equals(pair.master().command("EXISTS", "lock:a", "lock:b", "lock:c")));
        }
    }

    @Test
    void whatIsSharedIsConfirmedToo() {
        try (RealTime time = new RealTime();
                Client client =
                        new Client(new RedisStoreProvider().store(pair.uri() + "?wait=1"), time.environment())) {
            Claim reader = client.claim("a", Demand.READ).take();
            assertThat(replica.command("ZSCORE", "lock:a", reader.owner() + ":1"))
                    .isNotNull();
            Claim fellow = client.claim("a", Demand.READ).take();
            assertThat(replica.command("ZCARD", "lock:a")).isEqualTo(3L);
            Replication.detach(pair.master());
            assertThatThrownBy(reader::renew).isInstanceOf(StoreUnavailableException.class);
            assertThatThrownBy(client.claim("a", Demand.READ)::acquire).isInstanceOf(StoreUnavailableException.class);
            assertThat(fellow.release()).isTrue();
        }
    }

    @Test
    void aWriterHasBecomeAReaderOnceTheReplicaKnows() {
        try (RealTime time = new RealTime();
                Client client =
                        new Client(new RedisStoreProvider().store(pair.uri() + "?wait=1"), time.environment())) {
            Claim writer = client.claim("a", Demand.WRITE).take();
            Claim reader = client.claim("a", Demand.READ);
            assertThat(writer.downgrade(reader)).isInstanceOf(Answer.Granted.class);
            assertThat(replica.command("ZSCORE", "lock:a", reader.owner() + ":1"))
                    .isNotNull();
            Claim other = client.claim("b", Demand.WRITE).take();
            Claim late = client.claim("b", Demand.READ);
            Replication.detach(pair.master());
            assertThatThrownBy(() -> other.downgrade(late)).isInstanceOf(StoreUnavailableException.class);
            Replication.attach(pair.master());
            Eventually.holds("the replica is back", SOON, () -> Replication.isInSync(pair.master(), pair.replicas()));
            assertThat(other.downgrade(late)).as("repeated").isInstanceOf(Answer.Granted.class);
            assertThat(late.release()).isTrue();
        }
    }

    @Test
    void inAClusterTheReplicasOfTheLocksOwnMasterConfirm() throws Exception {
        try (RedisCluster cluster = RedisCluster.start(RedisBinary.PACKAGED);
                Holdfast one = Holdfast.open(cluster.uri() + "?wait=majority");
                Holdfast other = Holdfast.open(cluster.uri() + "?wait=1")) {
            for (String name : List.of("a", "b", "c", "d", "e")) {
                Lease lease = one.lock(name).acquire();
                CompletableFuture<Lease> next = other.lock(name).acquireAsync();
                Eventually.holds(
                        "it waits",
                        SOON,
                        () -> !one.locks().find(name).orElseThrow().waiters().isEmpty());
                lease.close();
                Lease handed = next.get(SOON.toSeconds(), TimeUnit.SECONDS);
                RedisServer master = cluster.masterOf(cluster.slotOf("lock:" + name));
                assertThat(master.calls("wait")).isPositive();
                Replication.detach(master);
                assertThatThrownBy(() -> one.lock(name + "{lock:" + name + "}").tryAcquire())
                        .isInstanceOf(StoreUnavailableException.class)
                        .hasMessageContaining("0 replicas confirmed");
                Replication.attach(master);
                handed.close();
            }
        }
    }

    @Test
    void aMajorityIsCountedFromWhatTheSentinelsKnow() throws Exception {
        try (SentinelGroup group = SentinelGroup.start(RedisOptions.of(RedisBinary.EMBEDDED));
                Holdfast holdfast = Holdfast.open(group.uri().replace("#", "?wait=majority#"))) {
            holdfast.lock("a").acquire().close();
            RedisServer dead = group.servers().stream()
                    .filter(server -> server != group.currentMaster())
                    .findFirst()
                    .orElseThrow();
            dead.kill();
            holdfast.lock("a").acquire().close();
            Replication.detach(group.currentMaster());
            assertThatThrownBy(() -> holdfast.lock("a").tryAcquire()).isInstanceOf(StoreUnavailableException.class);
        }
    }
}
