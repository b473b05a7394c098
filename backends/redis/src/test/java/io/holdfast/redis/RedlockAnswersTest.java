package io.holdfast.redis;

import static io.holdfast.redis.QuorumMasters.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Holdfast;
import io.holdfast.NoQuorumException;
import io.holdfast.ReadWriteLock;
import io.holdfast.servers.DeafProxy;
import io.holdfast.servers.RedisServer;
import io.holdfast.spi.Answer;
import io.holdfast.tck.Claim;
import io.holdfast.tck.Client;
import io.holdfast.tck.Eventually;
import io.holdfast.tck.RealTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a quorum answers when some of five masters do not. */
@Timeout(60)
class RedlockAnswersTest {

    private static QuorumMasters masters;

    @BeforeAll
    static void start() {
        masters = QuorumMasters.start(5);
    }

    @BeforeEach
    void settle() {
        masters.settle();
    }

    @AfterAll
    static void stop() {
        masters.close();
    }

    @Test
    void aLockThatIsHeldIsBusyThoughSomeNodesHaveNoVote() {
        try (RealTime time = new RealTime();
                Client one = new Client(QuorumMasters.store(masters.uri()), time.environment());
                Client other = new Client(QuorumMasters.store(masters.uri()), time.environment())) {
            Claim held = one.claim("a").lease(Duration.ofSeconds(20)).take();
            assertThat(other.claim("a").acquire()).isInstanceOf(Answer.Busy.class);
            masters.get(0).kill();
            masters.get(1).kill();
            for (int i = 0; i < 50; i++) {
                assertThat(other.claim("a").acquire()).isInstanceOf(Answer.Busy.class);
            }
            masters.revive();
            for (int i = 0; i < 50; i++) {
                assertThat(other.claim("a").acquire()).as("in their quarantine").isInstanceOf(Answer.Busy.class);
            }
            assertThat(held.release()).isTrue();
        }
    }

    @Test
    void aReleaseThatDidNotGetThroughIsRepeatedUnderTheSameId() {
        List<DeafProxy> proxies = new ArrayList<>();
        String uri = masters.uri();
        for (int i = 0; i < 3; i++) {
            proxies.add(DeafProxy.to(masters.get(i)));
            uri = uri.replace(masters.get(i).address(), proxies.get(i).address());
        }
        try (RealTime time = new RealTime();
                Client client =
                        new Client(QuorumMasters.store(uri, settings -> settings.withTries(10)), time.environment())) {
            client.claim("warm").take().release();
            // Split between three who will be gone soon: so it is not got by the first try.
            IntStream.range(2, 5).forEach(i -> masters.get(i).command("SET", "lock:a", "other-" + i, "PX", "200"));
            Claim claim = client.claim("a").lease(Duration.ofSeconds(20)).take();
            assertThat(masters.all())
                    .extracting(RedlockAnswersTest::lockOf)
                    .filteredOn(value -> String.valueOf(value).startsWith(claim.owner() + "~"))
                    .as("those who granted a later try")
                    .hasSizeGreaterThanOrEqualTo(3);

            proxies.forEach(DeafProxy::forgetConnections);
            assertThatThrownBy(claim::release).isInstanceOf(NoQuorumException.class);
            Eventually.holds("it is released", SOON, () -> isReleased(claim));
            assertThat(masters.all()).extracting(RedlockAnswersTest::lockOf).containsOnlyNulls();
        } finally {
            proxies.forEach(DeafProxy::close);
        }
    }

    private static boolean isReleased(Claim claim) {
        try {
            return claim.release();
        } catch (NoQuorumException notYet) {
            return false;
        }
    }

    private static Object lockOf(RedisServer server) {
        return server.command("GET", "lock:a");
    }

    @Test
    void writersThatFollowEachOtherDoNotKeepReadersOut() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        List<CompletableFuture<Void>> writing = new ArrayList<>();
        List<Holdfast> clients = new ArrayList<>();
        try {
            for (int i = 0; i < 3; i++) {
                Holdfast client = masters.open();
                clients.add(client);
                writing.add(CompletableFuture.runAsync(() -> write(client.readWriteLock("rw"), done)));
            }
            try (Holdfast reader = masters.open()) {
                for (int i = 0; i < 3; i++) {
                    reader.readWriteLock("rw").readLock().acquire(SOON).close();
                }
            }
        } finally {
            done.set(true);
            for (CompletableFuture<Void> each : writing) {
                each.get();
            }
            clients.forEach(Holdfast::close);
        }
    }

    private static void write(ReadWriteLock lock, AtomicBoolean done) {
        try {
            while (!done.get()) {
                lock.writeLock().acquire(SOON).close();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
