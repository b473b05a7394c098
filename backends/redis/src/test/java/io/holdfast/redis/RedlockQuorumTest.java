package io.holdfast.redis;

import static io.holdfast.redis.QuorumMasters.OPTIONS;
import static io.holdfast.redis.QuorumMasters.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Holdfast;
import io.holdfast.InvalidLockException;
import io.holdfast.Lease;
import io.holdfast.StoreConfigurationException;
import io.holdfast.servers.RedisBinary;
import io.holdfast.servers.RedisServer;
import io.holdfast.servers.ReplicaPair;
import io.holdfast.spi.Demand;
import io.holdfast.tck.Client;
import io.holdfast.tck.RealTime;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What can be a quorum, and what cannot be asked of one. */
@Timeout(60)
class RedlockQuorumTest {

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

    private static String uriOfFirst(int count) {
        return uri(masters.all().subList(0, count).stream()
                .map(RedisServer::address)
                .toList());
    }

    private static String uri(List<String> addresses) {
        return addresses.stream().collect(Collectors.joining(",", "redlock://", ""));
    }

    @Test
    void aSplitOfFourSettles() throws Exception {
        race(uriOfFirst(4));
    }

    @Test
    void aSplitOfFiveWithOneDownSettles() throws Exception {
        masters.get(4).kill();
        race(masters.uri());
    }

    /** Two clients who ask at once, again and again: each gets through, many times. */
    private static void race(String uri) throws Exception {
        GuardedResource resource = new GuardedResource();
        try (Holdfast one = QuorumMasters.open(uri);
                Holdfast other = QuorumMasters.open(uri);
                Load ofOne = new Load(List.of(one), List.of("a"), OPTIONS, resource::use);
                Load ofOther = new Load(List.of(other), List.of("a"), OPTIONS, resource::use)) {
            ofOne.awaitMore(20);
            ofOther.awaitMore(20);
        }
    }

    @Test
    void oneNodeIsAQuorumAndSoAreTwo() throws Exception {
        for (int count = 1; count <= 2; count++) {
            try (Holdfast holdfast = QuorumMasters.open(uriOfFirst(count));
                    Holdfast other = QuorumMasters.open(uriOfFirst(count))) {
                Lease lease = holdfast.lock("a").acquire(SOON);
                assertThat(other.lock("a").tryAcquire()).isEmpty();
                lease.close();
                try (Lease next = other.lock("a").acquire(SOON)) {
                    assertThat(next.token()).isGreaterThan(lease.token());
                }
            }
        }
    }

    @Test
    void aServerThatIsNamedTwiceIsFoundOut() {
        int port = masters.get(0).port();
        String uri = uri(
                List.of("127.0.0.1:" + port, "localhost:" + port, masters.get(1).address()));
        assertThatThrownBy(() -> QuorumMasters.open(uri))
                .isInstanceOf(StoreConfigurationException.class)
                .hasMessageContainingAll(
                        "127.0.0.1:" + port, "localhost:" + port, "are the same server, which would vote twice");
    }

    @Test
    void aReplicaIsRefused() {
        try (ReplicaPair pair = ReplicaPair.start(RedisBinary.PACKAGED)) {
            RedisServer replica = pair.replicas().get(0);
            String uri = uri(List.of(masters.get(0).address(), pair.master().address(), replica.address()));
            assertThatThrownBy(() -> QuorumMasters.open(uri))
                    .isInstanceOf(StoreConfigurationException.class)
                    .hasMessageContainingAll(
                            replica.address() + " is a replica of "
                                    + pair.master().address(),
                            "must be masters that know nothing of each other");
        }
    }

    @Test
    void permitsAreRefusedAndTheStoreSaysWhy() {
        try (RealTime time = new RealTime();
                Holdfast holdfast = masters.open();
                Client client = new Client(QuorumMasters.store(masters.uri()), time.environment())) {
            assertThatThrownBy(() -> holdfast.semaphore("s", 2).tryAcquire(1))
                    .isInstanceOf(InvalidLockException.class)
                    .hasMessageContainingAll("has no semaphores", "A quorum has no permits", "more than n");
            assertThatThrownBy(() -> client.claim("s", Demand.permits(1, 2)).acquire())
                    .isInstanceOf(InvalidLockException.class)
                    .hasMessageContainingAll("A quorum has no permits", "more than n");
        }
    }

    @Test
    void aLeaseThatOutlastsTheQuarantineIsRefused() {
        try (Holdfast holdfast = masters.open()) {
            assertThatThrownBy(() -> holdfast.lock("a").with(OPTIONS.lease(Duration.ofMillis(60_001))))
                    .isInstanceOf(InvalidLockException.class)
                    .hasMessageContaining("this store takes at most PT1M");
            assertThatThrownBy(() -> holdfast.lock("a")
                            .with(OPTIONS.lease(Duration.ofSeconds(50)).lockDelay(Duration.ofSeconds(11))))
                    .isInstanceOf(InvalidLockException.class)
                    .hasMessageContaining("this store takes at most PT1M");
        }
    }
}
