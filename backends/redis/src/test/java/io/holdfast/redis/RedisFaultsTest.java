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
import io.holdfast.servers.DeafProxy;
import io.holdfast.servers.RedisBinary;
import io.holdfast.servers.RedisOptions;
import io.holdfast.servers.RedisServer;
import io.holdfast.servers.RespConnection;
import io.holdfast.spi.Answer;
import io.holdfast.spi.ClaimStore;
import io.holdfast.tck.Client;
import io.holdfast.tck.Eventually;
import io.holdfast.tck.RealTime;
import io.lettuce.core.RedisClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What goes wrong with a server or a connection, and what users notice of it. */
@Timeout(90)
class RedisFaultsTest {

    private static final Duration SOON = Duration.ofSeconds(10);

    private RedisServer redis;

    @AfterEach
    void stop() {
        if (redis != null) {
            redis.close();
        }
    }

    @Test
    void aScriptCacheThatIsFlushedAgainAndAgainIsNotNoticed() throws Exception {
        redis = RedisServer.start(RedisOptions.of(RedisBinary.EMBEDDED).appendOnly());
        try (Holdfast one = Holdfast.open(redis.uri());
                Holdfast other = Holdfast.open(redis.uri())) {
            AtomicBoolean done = new AtomicBoolean();
            CompletableFuture<Void> flushing = CompletableFuture.runAsync(() -> {
                while (!done.get()) {
                    redis.command("SCRIPT", "FLUSH");
                }
            });
            work(List.of(one, other), 300);
            done.set(true);
            flushing.get();
        }
    }

    @Test
    void anAcquireThatTimedOutWhileTheServerWasDownLeavesNoKeyWhenItIsBack() {
        redis = RedisServer.start(RedisBinary.EMBEDDED);
        eachStore(client -> {
            redis.stop();
            assertUnanswered(client);
            redis.start();
            assertNoKeyAppears(client);
        });
    }

    /** Here the server still has the scripts, so that whatever is sent again would be executed. */
    @Test
    void anAcquireThatFailedWhileTheServerWasOutOfReachLeavesNoKeyWhenItIsBack() {
        redis = RedisServer.start(RedisBinary.EMBEDDED);
        eachStore(client -> {
            try (RespConnection only = redis.connect()) {
                only.command("CONFIG", "SET", "maxclients", "1");
                only.command("CLIENT", "KILL", "TYPE", "normal");
                assertUnanswered(client);
                only.command("CONFIG", "SET", "maxclients", "1000");
            }
            assertNoKeyAppears(client);
        });
    }

    @Test
    void aRequestThatIsUnderWayWhenTheConnectionBreaksIsNotSentAgain() {
        redis = RedisServer.start(RedisBinary.EMBEDDED);
        eachStore(client -> {
            redis.command("CLIENT", "PAUSE", "30000", "WRITE");
            var asking = client.session().acquire(client.claim("unwanted").ask(), false);
            Eventually.holds(
                    "it is under way",
                    SOON,
                    () -> redis.command("CLIENT", "LIST").toString().contains("cmd=evalsha"));
            redis.breakConnections();
            redis.command("CLIENT", "UNPAUSE");
            assertThatThrownBy(() -> Eventually.answered(asking)).isInstanceOf(StoreUnavailableException.class);
            assertNoKeyAppears(client);
        });
    }

    /** With the session alone, without an engine that would clean up after it: over a client of its own, and a given one. */
    private void eachStore(Consumer<Client> scenario) {
        RedisClient given = RedisClient.create(redis.uri());
        try (RealTime time = new RealTime()) {
            for (ClaimStore store : List.of(new RedisStoreProvider().store(redis.uri()), RedisStore.of(given))) {
                try (Client client = new Client(store, time.environment())) {
                    client.claim("before").take().release();
                    scenario.accept(client);
                }
            }
        } finally {
            given.shutdown(Duration.ZERO, Duration.ofSeconds(2));
        }
    }

    private static void assertUnanswered(Client client) {
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(client.claim("unwanted")::acquire).isInstanceOf(StoreUnavailableException.class);
        }
    }

    /** What was sent before on the same connection was executed before. */
    private void assertNoKeyAppears(Client client) {
        Eventually.found("the store is back", SOON, () -> {
            try {
                return client.claim("after").acquire() instanceof Answer.Gone ? Optional.empty() : Optional.of(true);
            } catch (StoreUnavailableException notYet) {
                return Optional.empty();
            }
        });
        assertThat(redis.command("EXISTS", "lock:unwanted")).isEqualTo(0L);
    }

    @Test
    void tokensGrowAcrossFlushallAndARestartThatForgetsAll() throws Exception {
        redis = RedisServer.start(RedisBinary.EMBEDDED);
        try (Holdfast holdfast = Holdfast.open(redis.uri())) {
            DistributedLock lock = holdfast.lock("a");
            long last = 0;
            for (int i = 0; i < 50; i++) {
                last = grown(lock, last);
                redis.command("FLUSHALL");
            }
            for (int i = 0; i < 3; i++) {
                last = grown(lock, last);
                redis.restart();
            }
            grown(lock, last);
        }
    }

    private static long grown(DistributedLock lock, long last) throws InterruptedException {
        try (Lease lease = lock.acquire(SOON)) {
            assertThat(lease.token()).isGreaterThan(last);
            return lease.token();
        }
    }

    @Test
    void whoWaitsGetsItsTurnThoughEveryMessageIsLost() throws Exception {
        redis = RedisServer.start(RedisOptions.of(RedisBinary.EMBEDDED).appendOnly());
        List<Holdfast> clients = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            clients.add(Holdfast.open(redis.uri()));
        }
        AtomicBoolean done = new AtomicBoolean();
        CompletableFuture<Void> killing = CompletableFuture.runAsync(() -> {
            while (!done.get()) {
                redis.command("CLIENT", "KILL", "TYPE", "pubsub");
                LockSupport.parkNanos(5_000_000);
            }
        });
        long started = System.nanoTime();
        work(clients, 1);
        long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started);
        System.out.println("16 acquisitions with pub/sub killed every 5 ms: " + took + " ms");
        done.set(true);
        killing.get();
        clients.forEach(Holdfast::close);
        assertThat(took).isLessThan(16 * 1_300);
    }

    @Test
    void aConnectionThatDiedWithoutAWordIsMadeAnewBeforeALeaseIsOver() throws Exception {
        redis = RedisServer.start(RedisBinary.EMBEDDED);
        try (DeafProxy proxy = DeafProxy.to(redis);
                Holdfast holdfast = Holdfast.open(proxy.uri());
                Holdfast other = Holdfast.open(redis.uri())) {
            Lease lease = holdfast.lock("a").acquire();
            Lease taken = other.lock("b").acquire();
            CompletableFuture<Lease> waiting = holdfast.lock("b").acquireAsync();
            Eventually.holds(
                    "it waits",
                    SOON,
                    () -> !other.locks().find("b").orElseThrow().waiters().isEmpty());
            proxy.forgetConnections();
            holdfast.lock("c").acquire(SOON).close();
            assertThat(lease.isValid()).isTrue();
            long subscribed = redis.calls("subscribe");
            assertThat(subscribed).as("its inbox has been made anew too").isEqualTo(3);
            taken.close();
            waiting.get(1, TimeUnit.SECONDS).close();
            assertThat(lease.release()).isEqualTo(Release.RELEASED);
        }
    }

    @Test
    void aServerThatIsDownIsNamedWithinTheTimeOut() throws Exception {
        redis = RedisServer.start(RedisOptions.of(RedisBinary.EMBEDDED).appendOnly());
        redis.stop();
        long started = System.nanoTime();
        assertThatThrownBy(() -> Holdfast.open(redis.uri()))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining(redis.uri());
        assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(4));
    }

    @Test
    void aLazyClientStartsWithoutItsServerAndWorksOnceThatIsThere() throws Exception {
        redis = RedisServer.start(RedisBinary.EMBEDDED);
        redis.stop();
        try (Holdfast holdfast = Holdfast.builder().store(redis.uri()).lazy().build()) {
            assertThatThrownBy(() -> holdfast.lock("a").tryAcquire()).isInstanceOf(StoreUnavailableException.class);
            redis.start();
            holdfast.lock("a").acquire(SOON).close();
        }
    }

    @Test
    void aClientOfTheApplicationsIsNotClosed() throws Exception {
        redis = RedisServer.start(RedisOptions.of(RedisBinary.EMBEDDED).appendOnly());
        RedisClient given = RedisClient.create(redis.uri());
        try (Holdfast holdfast = Holdfast.open(RedisStore.of(given))) {
            holdfast.lock("a").acquire().close();
        }
        assertThat(given.connect().sync().ping()).isEqualTo("PONG");
        given.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    }

    private static void work(List<Holdfast> clients, int rounds) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4 * clients.size());
        int[] inside = {0};
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < 4 * clients.size(); i++) {
                DistributedLock lock = clients.get(i % clients.size())
                        .lock("busy")
                        .with(LockOptions.defaults().order(Order.STRICT));
                all.add(threads.submit(() -> {
                    for (int round = 0; round < rounds; round++) {
                        try (Lease lease = lock.acquire()) {
                            inside[0]++;
                        }
                    }
                    return null;
                }));
            }
            for (Future<?> each : all) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(inside[0]).isEqualTo(4 * clients.size() * rounds);
    }
}
