package io.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Holdfast;
import io.holdfast.LockInfo;
import io.holdfast.StoreConfigurationException;
import io.holdfast.StoreUnavailableException;
import io.holdfast.servers.RedisBinary;
import io.holdfast.servers.RedisCluster;
import io.holdfast.servers.RedisOptions;
import io.holdfast.servers.RedisServer;
import io.holdfast.spi.ClaimStore;
import io.holdfast.tck.Claim;
import io.holdfast.tck.Client;
import io.holdfast.tck.Eventually;
import io.holdfast.tck.RealTime;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Opening a Cluster, looking into it, and what becomes of requests to a node that goes away. */
@Timeout(90)
class RedisClusterTest {

    private static final Duration SOON = Duration.ofSeconds(15);

    private static RedisCluster cluster;

    @BeforeAll
    static void start() {
        cluster = RedisCluster.start(RedisOptions.of(RedisBinary.PACKAGED).password("s3cret"));
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @AfterEach
    void heal() {
        cluster.heal();
    }

    @Test
    void oneNodeThatAnswersIsEnoughAndNoneIsAnErrorInTime() throws Exception {
        List<RedisServer> nodes = cluster.servers();
        nodes.subList(0, 2).forEach(RedisServer::pause);
        nodes.get(3).kill();
        Holdfast.open(cluster.uri()).close();
        nodes.forEach(RedisServer::kill);
        long started = System.nanoTime();
        assertThatThrownBy(() -> Holdfast.open(cluster.uri()))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("redis-cluster://" + nodes.get(0).address())
                .hasMessageNotContaining("s3cret");
        assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(4));
        try (Holdfast lazy = Holdfast.builder().store(cluster.uri()).lazy().build()) {
            cluster.heal();
            lazy.lock("a").acquire(SOON).close();
        }
    }

    @Test
    void aWrongPasswordAndAWrongSchemeAreConfiguration() {
        String uri = cluster.uri();
        assertThatThrownBy(() -> Holdfast.open(uri.replace("s3cret", "guess")))
                .isInstanceOf(StoreConfigurationException.class)
                .hasMessageContaining("WRONGPASS")
                .hasMessageNotContaining("guess");
        String single = "redis://:s3cret@" + cluster.servers().get(0).address();
        assertThatThrownBy(() -> takeInEachSlotOf(single))
                .isInstanceOf(StoreConfigurationException.class)
                .hasMessageContaining("redis-cluster://")
                .hasMessageContaining("MOVED");
        try (RedisServer alone = RedisServer.start(RedisBinary.PACKAGED)) {
            assertThatThrownBy(() -> Holdfast.open(alone.uri().replace("redis:", "redis-cluster:")))
                    .isInstanceOf(StoreConfigurationException.class)
                    .hasMessageContaining("no Cluster");
        }
    }

    private static void takeInEachSlotOf(String uri) throws InterruptedException {
        try (Holdfast holdfast = Holdfast.open(uri)) {
            for (int i = 0; i < 20; i++) {
                holdfast.lock("name:" + i).acquire().close();
            }
        }
    }

    @Test
    void aClientOfTheApplicationsIsNotClosed() throws Exception {
        RedisClusterClient given = RedisClusterClient.create(cluster.uri().replace("redis-cluster:", "redis:"));
        assertThatThrownBy(() -> Holdfast.open(RedisStore.of(given)))
                .isInstanceOf(StoreConfigurationException.class)
                .hasMessageContaining("servers(");
        try (Holdfast holdfast = Holdfast.open(over(given))) {
            holdfast.lock("a").acquire().close();
        }
        assertThat(given.connect().sync().ping()).isEqualTo("PONG");
        given.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    }

    @Test
    void locksOnAllMastersAreListed() throws Exception {
        List<String> names = IntStream.range(0, 60).mapToObj(i -> "list:" + i).toList();
        try (RealTime time = new RealTime();
                Client client = new Client(new RedisStoreProvider().store(cluster.uri()), time.environment());
                Holdfast looking = Holdfast.open(cluster.uri())) {
            for (String name : names) {
                client.claim(name).take();
            }
            client.claim("list:0").queue();
            assertThat(looking.locks().list("list:").map(LockInfo::name)).containsExactlyInAnyOrderElementsOf(names);
            assertThat(looking.locks()
                            .list("list:")
                            .filter(lock -> !lock.waiters().isEmpty()))
                    .singleElement()
                    .satisfies(
                            lock -> assertThat(lock.waiters().get(0).client()).contains(client.info()));
        }
    }

    /** The cursor of a listing names the node at which it stands; here that is gone when it goes on. */
    @Test
    void aListingThatLosesANodeHalfWayLosesNoLock() {
        try (RealTime time = new RealTime();
                Client client = new Client(new RedisStoreProvider().store(cluster.uri()), time.environment())) {
            List<String> names =
                    IntStream.range(0, 60).mapToObj(i -> "half:" + i).toList();
            names.forEach(name -> client.claim(name).take());
            var page = Eventually.answered(client.session().list("half:", Optional.empty(), 10));
            var found = new HashSet<String>();
            page.locks().forEach(lock -> found.add(lock.name()));
            cluster.failOver(cluster.slotOf("lock:" + page.locks().get(0).name()));
            while (page.next().isPresent()) {
                page = Eventually.answered(client.session().list("half:", page.next(), 10));
                page.locks().forEach(lock -> found.add(lock.name()));
            }
            assertThat(found).containsAll(names);
        }
    }

    @Test
    void anAcquireThatFailedWhileItsNodeWasDownLeavesNoKeyWhenItIsBack() {
        eachStore(client -> {
            RedisServer master = masterOf("unwanted");
            master.stop();
            assertThatThrownBy(client.claim("unwanted")::acquire).isInstanceOf(StoreUnavailableException.class);
            cluster.heal();
            assertNoKeyAppears(client);
        });
    }

    /** Lettuce's own connection to a Cluster would send it again, cancelled or not. */
    @Test
    void aRequestThatIsUnderWayWhenItsConnectionBreaksIsNotSentAgainAndOthersGoOn() {
        eachStore(client -> {
            RedisServer master = masterOf("unwanted");
            String elsewhere = IntStream.range(0, 100)
                    .mapToObj(i -> "elsewhere:" + i)
                    .filter(name -> masterOf(name) != master)
                    .findFirst()
                    .orElseThrow();
            master.command("CLIENT", "PAUSE", "30000", "WRITE");
            var asking = client.session().acquire(client.claim("unwanted").ask(), false);
            try {
                Eventually.holds(
                        "it is under way",
                        SOON,
                        () -> master.command("CLIENT", "LIST").toString().contains("cmd=evalsha"));
                client.claim(elsewhere).take().release();
                master.breakConnections();
            } finally {
                master.command("CLIENT", "UNPAUSE");
            }
            assertThatThrownBy(() -> Eventually.answered(asking)).isInstanceOf(StoreUnavailableException.class);
            assertNoKeyAppears(client);
        });
    }

    private static RedisStore over(RedisClusterClient given) {
        RedisURI node =
                RedisURI.create("redis://:s3cret@" + cluster.servers().get(0).address());
        return RedisStore.builder(given).servers(node).build();
    }

    private static RedisServer masterOf(String name) {
        return cluster.masterOf(cluster.slotOf("lock:" + name));
    }

    private static void eachStore(Consumer<Client> scenario) {
        RedisClusterClient given = RedisClusterClient.create(cluster.uri().replace("redis-cluster:", "redis:"));
        try (RealTime time = new RealTime()) {
            for (ClaimStore store : List.of(new RedisStoreProvider().store(cluster.uri()), over(given))) {
                try (Client client = new Client(store, time.environment())) {
                    client.claim("unwanted").take().release();
                    scenario.accept(client);
                }
            }
        } finally {
            given.shutdown(Duration.ZERO, Duration.ofSeconds(2));
        }
    }

    /** What was sent before to the same node was executed before. */
    private static void assertNoKeyAppears(Client client) {
        String sameSlot = "{lock:unwanted}";
        Claim after = Eventually.found("the node is back", SOON, () -> {
            try {
                return Optional.of(client.claim(sameSlot).take());
            } catch (StoreUnavailableException notYet) {
                return Optional.empty();
            }
        });
        after.release();
        assertThat(masterOf("unwanted").command("EXISTS", "lock:unwanted")).isEqualTo(0L);
    }

    @Test
    void aFailoverThatLeasesDoNotOutliveIsWarnedOf() {
        assertThat(new FailoverTime("cluster-node-timeout", Duration.ofSeconds(15)).warning("Redis at x"))
                .hasValueSatisfying(text -> assertThat(text).contains("Redis at x", "cluster-node-timeout", "15000"));
        assertThat(new FailoverTime("cluster-node-timeout", Duration.ofSeconds(5)).warning("Redis at x"))
                .isEmpty();
    }
}
