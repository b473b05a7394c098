package io.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LockOptions;
import io.holdfast.Order;
import io.holdfast.servers.RedisBinary;
import io.holdfast.servers.RedisCluster;
import io.holdfast.servers.RedisServer;
import io.holdfast.tck.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How those who wait in a Cluster hear that it is their turn, at what cost, and what if they do not. */
@Timeout(90)
class RedisClusterMessagesTest {

    private static final Duration SOON = Duration.ofSeconds(15);
    private static final LockOptions STRICT = LockOptions.defaults().order(Order.STRICT);

    private RedisCluster cluster;
    private final List<Holdfast> clients = new ArrayList<>();

    private void start(RedisBinary binary, int count) {
        cluster = RedisCluster.start(binary);
        for (int i = 0; i < count; i++) {
            clients.add(Holdfast.open(cluster.uri()));
        }
    }

    @AfterEach
    void stop() {
        clients.forEach(Holdfast::close);
        cluster.close();
    }

    @Test
    void aHandOverStaysOnTheNodeOfItsLock() throws Exception {
        start(RedisBinary.PACKAGED, 3);
        RedisServer master = master();
        awaitSubscribed(master, 3);
        long broadcast = sum("publish");
        long elsewhere = sum("spublish", "evalsha", "eval") - master.calls("spublish", "evalsha", "eval");
        long told = master.calls("spublish");
        long requests = master.calls("evalsha", "eval");
        int turns = 3 * 4 * 50;
        work(4, 50);
        told = master.calls("spublish") - told;
        requests = master.calls("evalsha", "eval") - requests;
        System.out.printf(
                "STRICT in a Cluster, 3 clients: %.3f requests and %.3f messages per acquisition%n",
                requests / (double) turns, told / (double) turns);
        assertThat(sum("publish")).as("no message went to all nodes").isEqualTo(broadcast);
        assertThat(sum("spublish", "evalsha", "eval") - master.calls("spublish", "evalsha", "eval"))
                .as("nothing elsewhere")
                .isEqualTo(elsewhere);
        assertThat(told).isBetween(turns / 2L, (long) turns);
        assertThat(requests).isLessThanOrEqualTo(turns * 12L / 10);
    }

    @Test
    void beforeRedis7EveryNodeIsToldAndNobodyWaitsForAPoll() throws Exception {
        start(RedisBinary.EMBEDDED, 3);
        work(1, 1);
        long told = sum("publish");
        long started = System.nanoTime();
        work(1, 50);
        assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(15));
        assertThat(sum("publish") - told).isBetween(75L, 151L);
    }

    @Test
    void aChannelFollowsItsSlot() throws Exception {
        start(RedisBinary.PACKAGED, 2);
        awaitSubscribed(master(), 2);
        int slot = cluster.slotOf("lock:busy");
        RedisServer target = cluster.masterOf((slot + 16_384 / 2) % 16_384);
        var migration = cluster.migrate(slot, target);
        migration.begin();
        migration.finish();
        awaitSubscribed(target, 2);
        RedisServer promoted = cluster.failOver(slot);
        awaitSubscribed(promoted, 2);
        cluster.heal();
    }

    @Test
    void whoWaitsGetsItsTurnThoughEveryMessageIsLost() throws Exception {
        start(RedisBinary.PACKAGED, 4);
        AtomicBoolean done = new AtomicBoolean();
        CompletableFuture<Void> killing = CompletableFuture.runAsync(() -> {
            while (!done.get()) {
                cluster.servers().forEach(node -> node.command("CLIENT", "KILL", "TYPE", "pubsub"));
                LockSupport.parkNanos(5_000_000);
            }
        });
        long started = System.nanoTime();
        work(1, 2);
        long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started);
        done.set(true);
        killing.get();
        System.out.println("8 acquisitions in a Cluster with pub/sub killed every 5 ms: " + took + " ms");
        assertThat(took).isLessThan(8 * 1_300);
    }

    /** Has the clients take turns until each listens at that node, and those who wait have said so. */
    private void awaitSubscribed(RedisServer node, int count) throws Exception {
        long before = node.calls("spublish");
        Eventually.holds("all listen there", SOON, () -> {
            work(1, 1);
            return ((List<?>) node.command("PUBSUB", "SHARDCHANNELS")).size() == count;
        });
        Eventually.holds("all are told there", SOON, () -> {
            long told = node.calls("spublish");
            long broadcast = sum("publish");
            work(1, 5);
            return node.calls("spublish") - told >= 2 && sum("publish") == broadcast;
        });
        assertThat(node.calls("spublish")).isGreaterThan(before);
    }

    private RedisServer master() {
        return cluster.masterOf(cluster.slotOf("lock:busy"));
    }

    private long sum(String... commands) {
        return cluster.servers().stream()
                .filter(RedisServer::isRunning)
                .mapToLong(node -> node.calls(commands))
                .sum();
    }

    private void work(int each, int rounds) {
        ExecutorService threads = Executors.newFixedThreadPool(each * clients.size());
        int[] inside = {0};
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < each * clients.size(); i++) {
                Holdfast client = clients.get(i % clients.size());
                all.add(threads.submit(() -> {
                    for (int round = 0; round < rounds; round++) {
                        try (Lease lease = client.lock("busy").with(STRICT).acquire(SOON)) {
                            inside[0]++;
                        }
                    }
                    return null;
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        } catch (Exception e) {
            throw new AssertionError(e);
        } finally {
            threads.shutdownNow();
        }
        assertThat(inside[0]).isEqualTo(each * clients.size() * rounds);
    }
}
