package io.holdfast.redis;

import static io.holdfast.spi.Demand.READ;
import static io.holdfast.spi.Demand.WRITE;
import static io.holdfast.spi.Demand.permits;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.ClaimInfo;
import io.holdfast.InvalidLockException;
import io.holdfast.servers.RedisBinary;
import io.holdfast.servers.RedisServer;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Writers that become readers, semaphores of another size, and late copies of requests, as they are kept in Redis. */
@ParameterizedClass
@EnumSource
@Timeout(60)
class RedisChangesTest {

    private static final Duration SOON = Duration.ofSeconds(5);

    @Parameter
    RedisBinary binary;

    private static RedisServer redis;

    private RealTime time;
    private Client client;

    @BeforeParameterizedClassInvocation
    static void start(RedisBinary binary) {
        redis = RedisServer.start(binary);
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        redis.close();
    }

    @BeforeEach
    void connect() {
        redis.command("FLUSHALL");
        time = new RealTime();
        client = new Client(new RedisStoreProvider().store(redis.uri()), time.environment());
        String inbox = "holdfast:inbox:" + client.info().id();
        Eventually.holds("it listens", SOON, () -> ((List<?>) redis.command("PUBSUB", "NUMSUB", inbox)).contains(1L));
    }

    @AfterEach
    void disconnect() {
        client.close();
        time.close();
    }

    @Test
    void theReaderStandsWhereTheWriterStoodAndThoseBehindItAreTold() {
        Claim writer = client.claim("a", WRITE).block(4).take();
        Claim behind = client.claim("a", READ).queue();
        Claim next = client.claim("a", WRITE).queue();
        Claim reader = client.claim("a", READ);
        long before = redis.calls("eval", "evalsha");
        assertThat(writer.downgrade(reader)).isInstanceOf(Answer.Granted.class);
        assertThat(redis.calls("eval", "evalsha") - before).isBetween(1L, 2L);
        assertThat(members("lock:a"))
                .containsExactlyInAnyOrder(
                        "readwrite:2147483647:" + reader.tokens().first(),
                        reader.owner() + ":1",
                        behind.owner() + ":1");
        assertThat(reader.tokens().first()).isEqualTo(writer.tokens().last());
        Eventually.holds(
                "it is told",
                SOON,
                () -> client.signals().grant("a", behind.owner()).equals(Optional.of(reader.tokens())));
        assertThat(client.signals().grant("a", next.owner())).isEmpty();
        assertAllEnd();
    }

    @Test
    void aLateCopyOfADowngradeChangesNothing() {
        Claim writer = client.claim("a", WRITE).take();
        Claim reader = client.claim("a", READ);
        writer.downgrade(reader);
        assertThat(reader.release()).isTrue();
        assertThat(writer.downgrade(reader)).isInstanceOf(Answer.Gone.class);
        assertThat(client.inspect("a")).isEmpty();
        Claim next = client.claim("a", WRITE).take();
        assertThat(writer.downgrade(reader)).isInstanceOf(Answer.Gone.class);
        assertThat(holders("a")).containsExactly(next.owner());
        assertThat(next.downgrade(reader)).as("an id that was used").isInstanceOf(Answer.Gone.class);
        assertThat(holders("a")).containsExactly(next.owner());
        Claim waits = client.claim("a", READ).queue();
        assertThat(next.downgrade(waits)).as("an id that waits").isInstanceOf(Answer.Gone.class);
        assertThat(holders("a")).containsExactly(next.owner());
    }

    @Test
    void aWriterInItsLockDelayDoesNotBecomeAReader() {
        Duration brief = Duration.ofMillis(50);
        Claim writer = client.claim("a", WRITE)
                .lease(brief)
                .lockDelay(Duration.ofMinutes(1))
                .take();
        Eventually.reached(writer.answered() + brief.plusMillis(5).toNanos());
        assertThat(writer.downgrade(client.claim("a", READ))).isInstanceOf(Answer.Gone.class);
        assertThat(client.claim("a", READ).acquire()).isInstanceOf(Answer.Busy.class);
    }

    @Test
    void aWriterBecomesAReaderWithoutAFenceAndWithoutMemory() {
        Claim writer = client.claim("a", WRITE).take();
        Claim reader = client.claim("a", READ);
        redis.command("DEL", "{lock:a}:fence");
        redis.command("CONFIG", "SET", "maxmemory", "1");
        try {
            assertThat(writer.downgrade(reader)).isInstanceOf(Answer.Granted.class);
        } finally {
            redis.command("CONFIG", "SET", "maxmemory", "0");
        }
        assertThat(reader.tokens().first()).isGreaterThan(writer.tokens().last());
        reader.release();
        assertThat(client.claim("a", WRITE).take().tokens().first())
                .isGreaterThan(reader.tokens().first());
    }

    @Test
    void whoHasPermitsUnderAnOldNumberKeepsRenewsAndReleasesThem() {
        Claim two = client.claim("a", permits(2, 4)).take();
        Claim kept = client.claim("a", permits(1, 4)).take();
        Claim lost = client.claim("a", permits(1, 4)).take();
        assertThat(client.resize("a", 4, 2)).isTrue();
        assertThat(members("lock:a")).contains("semaphore:2:0").doesNotContain("semaphore:4:0");
        assertThat(two.renew()).isPresent();
        assertThat(two.poll()).isInstanceOf(Answer.Granted.class);
        Claim next = client.claim("a", permits(1, 2)).queue();
        assertThat(kept.release(Duration.ofSeconds(30), Optional.empty()).held())
                .isTrue();
        lost.abandon();
        assertThat(next.poll()).isInstanceOf(Answer.Waiting.class);
        Claim again = client.claim("a", permits(2, 4));
        Freed freed = two.release(Duration.ZERO, Optional.of(again));
        assertThat(freed.held()).isTrue();
        assertThat(freed.rejoined()).as("by a number that is no more").containsInstanceOf(Answer.Gone.class);
        assertThatThrownBy(again::acquire).isInstanceOf(InvalidLockException.class);
        assertThat(holders("a")).containsExactlyInAnyOrder(kept.owner(), next.owner());
        assertAllEnd();
    }

    @Test
    void whoWaitsUnderAnOldNumberGoesByTheNewOneAlsoIfNobodyHolds() {
        client.claim("a", permits(2, 2)).take();
        Claim first = client.claim("a", permits(1, 2)).queue();
        Claim second = client.claim("a", permits(2, 2)).queue();
        assertThat(client.resize("a", 2, 4)).isTrue();
        assertThat(holders("a")).contains(first.owner());
        redis.command("DEL", "lock:a");
        assertThatThrownBy(second::acquire).isInstanceOf(InvalidLockException.class);
        second.awaitGrant(SOON);
        assertThat(members("lock:a")).containsExactlyInAnyOrder("semaphore:4:0", second.owner() + ":2");
    }

    @Test
    void aReleaseUnderAnOldNumberGivesWhatIsFreeToThoseWhoWait() {
        Claim holder = client.claim("a", permits(2, 2)).take();
        Claim first = client.claim("a", permits(2, 2)).queue();
        Claim second = client.claim("a", permits(2, 2)).queue();
        redis.command("DEL", "lock:a");
        assertThat(client.resize("a", 2, 3)).as("those who wait have a number").isTrue();
        assertThatThrownBy(() -> client.resize("a", 2, 5))
                .isInstanceOf(InvalidLockException.class)
                .hasMessageContaining("semaphore of 3");
        redis.command("DEL", "lock:a");
        assertThat(holder.release()).isFalse();
        assertThat(holders("a")).containsExactly(second.owner());
        assertThat(client.inspect("a").orElseThrow().capacity()).isEqualTo(3);
        assertThat(first.poll()).isInstanceOf(Answer.Gone.class);
    }

    @Test
    void whoWantsTooManyIsToldToLookAndStaysOut() {
        Claim holder = client.claim("a", permits(3, 3)).take();
        Claim tooMany = client.claim("a", permits(3, 3)).queue();
        Claim modest = client.claim("a", permits(1, 3)).queue();
        assertThat(client.resize("a", 3, 2)).isTrue();
        Eventually.holds("it is told", SOON, () -> client.signals().hinted("a"));
        assertThat(tooMany.poll()).isInstanceOf(Answer.Gone.class);
        assertThat(client.resize("a", 2, 3)).isTrue();
        assertThat(tooMany.join()).as("a late copy").isInstanceOf(Answer.Gone.class);
        holder.release();
        assertThat(holders("a")).containsExactly(modest.owner());
        modest.awaitGrant(SOON).release();

        Claim only = client.claim("b", permits(2, 2)).take();
        client.claim("b", permits(2, 2)).queue();
        redis.command("DEL", "lock:b");
        assertThat(client.resize("b", 2, 1)).as("nobody is left").isFalse();
        assertThat(only.renew()).isEmpty();
        assertThat(client.inspect("b")).isEmpty();
    }

    @Test
    void resizingNamesWhatTheNameIsInUseAs() {
        client.claim("rw", READ).take();
        redis.command("SET", "lock:foreign", "python", "PX", "30000");
        client.claim("mutex").take();
        client.claim("mutex").queue();
        redis.command("DEL", "lock:mutex");
        for (List<String> use :
                List.of(List.of("rw", "read-write lock"), List.of("foreign", "mutex"), List.of("mutex", "mutex"))) {
            assertThatThrownBy(() -> client.resize(use.get(0), 1, 2))
                    .isInstanceOf(InvalidLockException.class)
                    .hasMessageContaining(use.get(1));
        }
    }

    @Test
    void aLateCopyOfARequestIsNotGrantedAgain() {
        for (Demand demand : List.of(READ, WRITE, permits(1, 2))) {
            String name = demand.toString();
            Claim released = client.claim(name, demand).take();
            released.release();
            Claim kept = client.claim(name, demand).take();
            kept.release(Duration.ofMillis(50), Optional.empty());
            assertThat(kept.join()).isInstanceOf(Answer.Gone.class);
            Claim expired = client.snatch(name, demand, SOON);
            expired.release();
            Claim brief =
                    client.claim(name, demand).lease(Duration.ofMillis(50)).take();
            Eventually.holds("it is over", SOON, () -> client.inspect(name).isEmpty());
            for (Claim late : List.of(brief, released, kept, expired)) {
                assertThat(late.acquire()).as("%s", late.ask()).isInstanceOf(Answer.Gone.class);
                assertThat(late.join()).as("%s", late.ask()).isInstanceOf(Answer.Gone.class);
            }
            client.claim(name, demand).take().release();
            assertThat(brief.acquire()).as("after another").isInstanceOf(Answer.Gone.class);
            assertThat(client.inspect(name)).isEmpty();
        }
    }

    @Test
    void aThousandOfThoseWhoHadTheirPartAreRemembered() {
        Claim first = client.claim("a", READ).take();
        first.release();
        for (int i = 0; i < 1_000; i++) {
            client.claim("a", READ).take().release();
        }
        assertThat(redis.command("ZCARD", "{lock:a}:ended")).isEqualTo(1_000L);
        assertThat((Long) redis.command("PTTL", "{lock:a}:ended")).isBetween(1L, 60_000L);
    }

    private List<String> holders(String name) {
        return client.inspect(name).orElseThrow().holders().stream()
                .map(ClaimInfo::owner)
                .toList();
    }

    private static List<String> members(String key) {
        return ((List<?>) redis.command("ZRANGE", key, "0", "-1"))
                .stream().map(String.class::cast).toList();
    }

    private static void assertAllEnd() {
        assertThat((List<?>) redis.command("KEYS", "*"))
                .isNotEmpty()
                .allSatisfy(key -> assertThat((Long) redis.command("PTTL", (String) key))
                        .as("%s", key)
                        .isNotEqualTo(-1));
    }
}
