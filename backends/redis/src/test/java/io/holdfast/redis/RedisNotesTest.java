package io.holdfast.redis;

import static io.holdfast.spi.Demand.MUTEX;
import static io.holdfast.spi.Demand.READ;
import static io.holdfast.spi.Demand.WRITE;
import static io.holdfast.spi.Demand.permits;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.ClaimInfo;
import io.holdfast.LockInfo;
import io.holdfast.servers.RedisBinary;
import io.holdfast.servers.RedisServer;
import io.holdfast.spi.Demand;
import io.holdfast.spi.Environment;
import io.holdfast.tck.Claim;
import io.holdfast.tck.Client;
import io.holdfast.tck.Eventually;
import io.holdfast.tck.RealTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What claims say of themselves, as it is kept in Redis. */
@ParameterizedClass
@EnumSource
@Timeout(60)
class RedisNotesTest {

    private static final Duration SOON = Duration.ofSeconds(5);
    private static final String NOTE = " 7 \n\"a\"\0 %1 {} \u9501\n" + "x".repeat(5_000);
    private static final List<Demand> ALL_KINDS = List.of(MUTEX, READ, WRITE, permits(2, 3));
    private static final long HOUR = 3_600_000;

    @Parameter
    RedisBinary binary;

    private static RedisServer redis;

    private RealTime time;
    private final AtomicLong later = new AtomicLong();
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
        client = client("");
    }

    @AfterEach
    void disconnect() {
        client.close();
        time.close();
    }

    /** {@return a client whose clock can be put forward} */
    private Client client(String options) {
        Environment real = time.environment();
        Environment.Clock clock = new Environment.Clock() {
            @Override
            public long nanos() {
                return time.nanos() + later.get();
            }

            @Override
            public long wallMillis() {
                return time.wallMillis();
            }
        };
        return new Client(
                new RedisStoreProvider().store(redis.uri() + options),
                new Environment(clock, real.scheduler(), real.executor(), real.random()));
    }

    @Test
    void itIsSeenWhileItsClaimWaitsIsHandedTheLockAndHolds() {
        for (String options : List.of("", "?mixedUse=true")) {
            try (Client other = client(options)) {
                for (Demand demand : ALL_KINDS) {
                    String name = demand + options;
                    Claim first = other.claim(name, full(demand))
                            .note("first " + NOTE)
                            .take();
                    Claim next = other.claim(name, demand).note(NOTE).queue();
                    assertThat(notes(name)).containsExactly("first " + NOTE, NOTE);
                    next.poll();
                    assertThat(notes(name)).containsExactly("first " + NOTE, NOTE);
                    first.release();
                    next.awaitGrant(SOON);
                    assertThat(notes(name)).containsExactly(NOTE);
                    assertThat(next.renew()).isPresent();
                    assertThat(notes(name)).containsExactly(NOTE);
                    assertThat(next.release()).isTrue();
                    other.claim(name, demand).take();
                    assertThat(notes(name)).containsExactly("");
                }
            }
        }
    }

    @Test
    void whoJoinsAgainWithItsReleaseBringsItToo() {
        for (Demand demand : ALL_KINDS) {
            String name = demand.toString();
            Claim first = client.claim(name, full(demand)).take();
            Claim second = client.claim(name, full(demand)).queue();
            Claim again = client.claim(name, full(demand)).note(NOTE);
            first.release(Duration.ZERO, Optional.of(again));
            assertThat(notes(name)).containsExactly("", NOTE);
            second.awaitGrant(SOON).release();
            assertThat(notes(name)).containsExactly(NOTE);
        }
    }

    @Test
    void theReaderThatAWriterBecomesHasItsOwn() {
        Claim writer = client.claim("a", WRITE).note("writer").take();
        writer.downgrade(client.claim("a", READ).note(NOTE));
        assertThat(notes("a")).containsExactly(NOTE);
    }

    @Test
    void theLockItselfLooksTheSameWithOneAndWithoutOneNothingIsKept() {
        Claim noted = client.claim("a").note(NOTE).take();
        assertThat(redis.command("GET", "lock:a"))
                .isEqualTo(noted.owner() + ":" + noted.tokens().first());
        Claim plain = client.claim("b").take();
        assertThat(redis.command("GET", "{lock:b}:fence"))
                .isEqualTo((plain.tokens().last() + 1) + " " + plain.owner() + " "
                        + client.info().id());
        Claim permits = client.claim("c", permits(1, 2)).take();
        assertThat(redis.command("HGET", "{lock:c}:holders", permits.owner()))
                .asString()
                .endsWith(" " + client.info().id());
        assertThat((List<?>) redis.command("KEYS", "*note*")).isEmpty();
    }

    @Test
    void whatItSaysIsTakenForNothingElse() {
        Claim next = client.claim("a");
        Claim holder = client.claim("a")
                .note(" " + next.owner() + " " + client.info().id())
                .take();
        holder.release();
        assertThat(next.take().release()).isTrue();

        Claim first = client.claim("b", permits(1, 1)).note("3 semaphore:9 1").take();
        Claim second = client.claim("b", permits(1, 1))
                .note("\n1 1 1 1 1 semaphore:1 1 x")
                .queue();
        assertThat(client.resize("b", 1, 2)).isTrue();
        second.awaitGrant(SOON);
        assertThat(notes("b"))
                .containsExactlyInAnyOrder(first.ask().note(), second.ask().note());
    }

    @Test
    void itLivesForAsLongAsItsClaimIsRenewed() {
        Map<Demand, String> keys = Map.of(MUTEX, "{lock:MUTEX}:fence", READ, "{lock:READ_WRITE}:holders");
        keys.forEach((demand, key) -> {
            Claim claim = client.claim(demand.kind().name(), demand).note(NOTE).take();
            Claim plain = client.claim("plain" + demand.kind(), demand).take();
            redis.command("PEXPIRE", key, "60000");
            assertThat(client.renew(List.of(claim.held(), plain.held()))).allMatch(Optional::isPresent);
            later.addAndGet(Duration.ofMinutes(50).toNanos());
            assertThat(client.renew(List.of(claim.held(), plain.held()))).allMatch(Optional::isPresent);
            Eventually.holds("what has it lives on", SOON, () -> left(key) > HOUR - 10_000);
            assertThat(notes(demand.kind().name())).containsExactly(NOTE);
            redis.command("PEXPIRE", key, "60000");
            long before = redis.calls("eval", "evalsha");
            assertThat(client.renew(List.of(claim.held(), plain.held()))).allMatch(Optional::isPresent);
            assertThat(redis.calls("eval", "evalsha") - before)
                    .as("only now and then")
                    .isEqualTo(1);
            assertThat(left(key)).isLessThanOrEqualTo(60_000);
        });
    }

    @Test
    void itLivesForAWholeLeaseThatIsLong() {
        Duration lease = Duration.ofHours(5);
        for (Demand demand : ALL_KINDS) {
            String name = demand.toString();
            Claim first = client.claim(name, full(demand)).take();
            Claim claim = client.claim(name, demand).lease(lease).note(NOTE).queue();
            first.release();
            claim.awaitGrant(SOON);
            assertThat(claim.renew()).isPresent();
            String key = demand.equals(MUTEX) ? "fence" : "holders";
            Eventually.holds(
                    "for as long as the lease",
                    SOON,
                    () -> left("{lock:" + name + "}:" + key) > lease.toMillis() - 10_000);
        }
        client.claim("a").lease(lease).note(NOTE).take();
        assertThat(left("{lock:a}:fence")).isGreaterThan(lease.toMillis() - 10_000);
    }

    /** {@return a demand of the same kind that leaves nothing} */
    private static Demand full(Demand demand) {
        return new Demand(demand.kind(), demand.capacity(), demand.capacity());
    }

    /** {@return the notes of those who hold, and then of those who wait} */
    private List<String> notes(String name) {
        LockInfo lock = client.inspect(name).orElseThrow();
        assertThat(lock.holders())
                .allSatisfy(holder -> assertThat(holder.client())
                        .map(info -> info.application())
                        .hasValue("contract"));
        return Stream.concat(lock.holders().stream(), lock.waiters().stream())
                .map(ClaimInfo::note)
                .toList();
    }

    private static long left(String key) {
        return (Long) redis.command("PTTL", key);
    }
}
