package io.holdfast.redis;

import static io.holdfast.spi.Demand.READ;
import static io.holdfast.spi.Demand.WRITE;
import static io.holdfast.spi.Demand.permits;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.ClaimInfo;
import io.holdfast.InvalidLockException;
import io.holdfast.LockInfo;
import io.holdfast.LockKind;
import io.holdfast.StoreUnavailableException;
import io.holdfast.servers.RedisBinary;
import io.holdfast.servers.RedisServer;
import io.holdfast.spi.Answer;
import io.holdfast.spi.Demand;
import io.holdfast.spi.Held;
import io.holdfast.spi.Tokens;
import io.holdfast.tck.Claim;
import io.holdfast.tck.Client;
import io.holdfast.tck.Eventually;
import io.holdfast.tck.RealTime;
import java.time.Duration;
import java.util.ArrayList;
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

/** Readers, writers and permits, as they are kept in Redis. */
@ParameterizedClass
@EnumSource
@Timeout(60)
class RedisSharedTest {

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
    void theLockIsASortedSetOfItsHoldersBehindItsKind() {
        Claim one = client.claim("a", READ).lease(Duration.ofSeconds(20)).take();
        Claim other = client.claim("a", READ).take();
        assertThat(strings("ZRANGE", "lock:a", "0", "-1"))
                .containsExactly(
                        "readwrite:2147483647:" + one.tokens().first(), one.owner() + ":1", other.owner() + ":1");
        assertThat(redis.command("ZSCORE", "lock:a", head())).isEqualTo("-2");
        assertThat(left("lock:a")).isBetween(29_000L, 30_000L);
        assertThat(other.release()).isTrue();
        assertThat(redis.command("ZSCORE", "lock:a", head())).isEqualTo("-1");
        assertThat(one.release()).isTrue();
        assertThat(redis.command("EXISTS", "lock:a", "{lock:a}:holders")).isEqualTo(0L);

        client.claim("a", permits(2, 3)).take();
        assertThat(head()).isEqualTo("semaphore:3:0");
        assertThat(redis.command("ZSCORE", "lock:a", head())).isEqualTo("-2");
    }

    @Test
    void everyKeyHasATimeToLiveAndNoneIsLeft() {
        for (String name : List.of("a", "{b}c", "x}y")) {
            Claim reader = client.claim(name, READ).take();
            Claim writer = client.claim(name, WRITE).queue();
            Claim leaver = client.claim(name, READ).queue();
            assertAllEnd();
            leaver.abandon();
            reader.release();
            assertAllEnd();
            writer.awaitGrant(SOON).release();
            Claim late = client.claim(name, READ).take();
            assertThat(late.renew()).isPresent();
            assertAllEnd();
            late.release(Duration.ofMillis(50), Optional.empty());
            assertAllEnd();
            client.snatch(name, WRITE, SOON).release();
            Claim permits = client.claim(name, permits(2, 2)).take();
            client.claim(name, permits(1, 2)).queue().abandon();
            assertAllEnd();
            permits.release();
        }
        assertThat(strings("KEYS", "lock:*")).isEmpty();
        assertThat(strings("KEYS", "*lock*")).allMatch(key -> key.matches(".*(fence|ended|gone).*"));
    }

    @Test
    void aNameInUseAsSomethingElseIsRefusedWithWhatItIs() {
        client.claim("mutex").take();
        assertRefused("mutex", READ, "mutex", "read-write lock");
        client.claim("readers", READ).take();
        assertRefused("readers", Demand.MUTEX, "read-write lock", "mutex");
        assertRefused("readers", permits(1, 3), "read-write lock", "semaphore of 3");
        client.claim("permits", permits(1, 3)).take();
        assertRefused("permits", permits(1, 4), "semaphore of 3", "semaphore of 4");
        assertRefused("permits", Demand.MUTEX, "semaphore of 3", "mutex");
        assertRefused("permits", WRITE, "semaphore of 3", "read-write lock");
        redis.command("SET", "lock:foreign", "python", "PX", "30000");
        assertRefused("foreign", READ, "another who set the Redis key 'lock:foreign'");
        redis.command("ZADD", "lock:zset", "1", "of somebody's");
        assertRefused("zset", READ, "'lock:zset' is a zset and not a lock");
        assertRefused("zset", Demand.MUTEX, "'lock:zset' is a zset and not a lock");
        assertThat(strings("ZRANGE", "lock:zset", "0", "-1")).containsExactly("of somebody's");
        assertThat(redis.command("GET", "lock:foreign")).isEqualTo("python");
        assertThat(names("")).containsExactlyInAnyOrder("mutex", "readers", "permits", "foreign");
    }

    @Test
    void whoWaitsDecidesWhatTheNameIsWhileNobodyHoldsIt() {
        client.claim("a", READ).take();
        Claim waiter = client.claim("a", WRITE).queue();
        redis.command("DEL", "lock:a");
        assertRefused("a", Demand.MUTEX, "read-write lock", "mutex");
        assertRefused("a", permits(1, 3), "read-write lock", "semaphore of 3");
        assertThat(client.inspect("a").orElseThrow().kind()).isEqualTo(LockKind.READ_WRITE);
        waiter.awaitGrant(SOON);
    }

    @Test
    void whatWasLostIsNotHeldEvenIfTheNameHasBecomeSomethingElse() {
        Claim mutex = client.claim("a").take();
        Claim permits = client.claim("b", permits(1, 2)).take();
        redis.command("DEL", "lock:a", "lock:b");
        client.claim("a", permits(1, 2)).take();
        client.claim("b").take();
        for (Claim lost : List.of(mutex, permits)) {
            assertThat(lost.renew()).isEmpty();
            Claim again = client.claim(lost.ask().name(), lost.ask().demand());
            assertThat(lost.release(Duration.ZERO, Optional.of(again)).rejoined())
                    .containsInstanceOf(Answer.Gone.class);
            assertThat(lost.release()).isFalse();
            assertThat(lost.abandon()).isTrue();
        }
        assertThat(names("")).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void aReaderThatDiedEndsWithItsOwnLeaseWhateverOthersRenew() {
        Duration brief = Duration.ofMillis(300);
        Claim dead = client.claim("a", READ).lease(brief).take();
        Claim living = client.claim("a", READ).lease(brief).take();
        Eventually.holds("it is over", SOON, () -> {
            assertThat(living.renew()).isPresent();
            return client.inspect("a").orElseThrow().holders().size() == 1;
        });
        assertThat(dead.renew()).isEmpty();
        assertThat(dead.release()).isFalse();
        assertThat(living.release()).isTrue();
        client.claim("a", WRITE).take();
    }

    @Test
    void aGrantOfAnotherTokenIsNeitherRenewedNorReleased() {
        Claim claim = client.claim("a", WRITE).take();
        Held held = claim.held();
        Held other =
                new Held(held.name(), held.demand(), held.owner(), held.token() + 1, held.lease(), held.lockDelay());
        assertThat(client.renew(List.of(other))).containsExactly(Optional.empty());
        assertThat(Eventually.answered(client.session().release(other, Duration.ZERO, Optional.empty()))
                        .held())
                .isFalse();
        assertThat(claim.release()).isTrue();
    }

    @Test
    void writersAndReadersTakeTurnsInTheOrderOfTheirComing() {
        Claim first = client.claim("a", READ).take();
        Claim writer = client.claim("a", WRITE).queue();
        Claim reader = client.claim("a", READ).queue();
        Claim fellow = client.claim("a", READ).queue();
        Claim next = client.claim("a", WRITE).queue();
        Claim last = client.claim("a", READ).queue();
        first.release();
        assertThat(holders("a")).containsExactly(writer.owner());
        writer.poll();
        writer.release();
        assertThat(holders("a")).containsExactlyInAnyOrder(reader.owner(), fellow.owner());
        reader.poll();
        reader.release();
        assertThat(holders("a")).containsExactly(fellow.owner());
        fellow.poll();
        fellow.release();
        assertThat(holders("a")).containsExactly(next.owner());
        next.poll();
        next.release();
        assertThat(holders("a")).containsExactly(last.owner());
    }

    @Test
    void whatAReaderKeepsAfterItsReleaseKeepsWritersOutAndReadersIn() {
        Claim reader = client.claim("a", READ).take();
        assertThat(reader.release(Duration.ofSeconds(30), Optional.empty()).held())
                .isTrue();
        assertThat(reader.renew()).isEmpty();
        assertThat(reader.release()).isFalse();
        assertThat(reader.poll()).isInstanceOf(Answer.Gone.class);
        assertThat(client.claim("a", WRITE).acquire())
                .isInstanceOfSatisfying(
                        Answer.Busy.class, busy -> assertThat(busy.holder()).contains("minimum hold"));
        assertThat(client.claim("a", READ).take().release()).isTrue();
        assertThat(holders("a")).containsExactly(reader.owner());
    }

    @Test
    void aLockDelayIsOfTheOneThatHasIt() {
        Duration brief = Duration.ofMillis(100);
        Claim lost = client.claim("a", permits(1, 2))
                .lease(brief)
                .lockDelay(Duration.ofMinutes(1))
                .take();
        Claim plain = client.claim("a", permits(1, 2)).lease(brief).take();
        Eventually.reached(plain.answered() + brief.plusMillis(5).toNanos());
        assertThat(lost.renew()).isEmpty();
        assertThat(plain.renew()).isEmpty();
        assertThat(lost.release()).isFalse();
        lost.abandon();
        assertThat(client.claim("a", permits(2, 2)).acquire()).isInstanceOf(Answer.Busy.class);
        assertThat(client.snatch("a", permits(1, 2), SOON).release()).isTrue();
    }

    @Test
    void readersShareTheirTokenEvenIfTheFenceIsLostMeanwhile() {
        Claim one = client.claim("a", READ).take();
        redis.command("DEL", "{lock:a}:fence");
        Claim other = client.claim("a", READ).take();
        assertThat(other.tokens()).isEqualTo(one.tokens());
        one.release();
        other.release();
        assertThat(client.claim("a", WRITE).take().tokens().first())
                .isGreaterThan(one.tokens().last());
    }

    @Test
    void whoIsHandedItsPartHearsOfItOnceAndNobodyElseDoes() {
        Claim writer = client.claim("a", WRITE).take();
        List<Claim> readers = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            readers.add(client.claim("a", READ).queue());
        }
        Claim behind = client.claim("a", WRITE).queue();
        long told = redis.calls("publish");
        writer.release();
        Eventually.holds("all are told", SOON, () -> readers.stream().allMatch(this::isTold));
        assertThat(redis.calls("publish") - told).isEqualTo(5);
        assertThat(isTold(behind)).isFalse();

        Claim holder = client.claim("b", permits(1, 1)).take();
        Claim next = client.claim("b", permits(1, 1)).queue();
        holder.release();
        Eventually.holds("it is told", SOON, () -> isTold(next));
        assertThat(client.signals().grant("b", next.owner())).contains(Tokens.NONE);
    }

    private boolean isTold(Claim claim) {
        return client.signals().grant(claim.ask().name(), claim.owner()).isPresent();
    }

    @Test
    void eachOperationIsOneRequestAndRenewalsOfAllKindsAreOneTogether() {
        Claim mutex = client.claim("mutex").take();
        Claim reader = client.claim("rw", READ).take();
        Claim permits = client.claim("permits", permits(2, 3)).take();
        long before = redis.calls("eval", "evalsha");
        assertThat(client.renew(List.of(mutex.held(), reader.held(), permits.held())))
                .allMatch(Optional::isPresent);
        assertThat(redis.calls("eval", "evalsha") - before)
                .as("by digest, and then in full")
                .isBetween(1L, 2L);
        client.claim("rw", READ).take().release();
        before = redis.calls("eval", "evalsha");
        client.claim("rw", READ).take().release();
        assertThat(redis.calls("eval", "evalsha") - before).isEqualTo(2);
    }

    @Test
    void aThousandReadersMakeNoRequestDearer() {
        Claim first = client.claim("a", READ).take();
        take(9);
        commands(first);
        long withTen = commands(first);
        take(990);
        assertThat(commands(first)).isEqualTo(withTen).isLessThan(80);
    }

    /** {@return how many commands it takes, inside the scripts, to ask, renew and release, and to be refused} */
    private long commands(Claim held) {
        long before = allCalls();
        Claim claim = client.claim("a", READ).take();
        assertThat(held.renew()).isPresent();
        assertThat(client.claim("a", WRITE).acquire()).isInstanceOf(Answer.Busy.class);
        assertThat(claim.release()).isTrue();
        return allCalls() - before;
    }

    private void take(int count) {
        for (int i = 0; i < count; i++) {
            client.claim("a", READ).take();
        }
    }

    private static long allCalls() {
        return redis.info("commandstats").values().stream()
                .filter(text -> text.startsWith("calls="))
                .mapToLong(text -> Long.parseLong(text.substring("calls=".length(), text.indexOf(','))))
                .sum();
    }

    @Test
    void whenMemoryIsShortWhatIsHeldIsRenewedReleasedAndHandedOver() {
        Claim reader = client.claim("a", READ).take();
        Claim fellow = client.claim("a", READ).take();
        Claim writer = client.claim("a", WRITE).queue();
        redis.command("CONFIG", "SET", "maxmemory", "1");
        try {
            assertThatThrownBy(client.claim("b", READ)::acquire).isInstanceOf(StoreUnavailableException.class);
            assertThat(reader.renew()).isPresent();
            assertThat(fellow.release()).isTrue();
            assertThat(reader.release()).isTrue();
            assertThat(holders("a")).containsExactly(writer.owner());
        } finally {
            redis.command("CONFIG", "SET", "maxmemory", "0");
        }
        writer.awaitGrant(SOON);
    }

    @Test
    void allWhoHoldAndAllWhoWaitAreShownAndListed() {
        Claim two = client.claim("list:permits", permits(2, 3)).take();
        Claim one = client.claim("list:permits", permits(1, 3)).take();
        Claim all = client.claim("list:permits", permits(3, 3)).queue();
        Claim writer = client.claim("list:rw", WRITE).take();
        client.claim("list:mutex").take();
        client.claim("list:mutex").queue();

        LockInfo permits = client.inspect("list:permits").orElseThrow();
        assertThat(permits.kind()).isEqualTo(LockKind.SEMAPHORE);
        assertThat(permits.capacity()).isEqualTo(3);
        assertThat(permits.holders()).extracting(ClaimInfo::units).containsExactlyInAnyOrder(2, 1);
        assertThat(permits.holders()).extracting(ClaimInfo::owner).containsExactlyInAnyOrder(two.owner(), one.owner());
        assertThat(permits.holders()).allSatisfy(holder -> {
            assertThat(holder.token()).isZero();
            assertThat(holder.client()).contains(client.info());
            assertThat(holder.age()).isBetween(Duration.ZERO, SOON);
            assertThat(holder.remaining()).isBetween(Duration.ofSeconds(20), Duration.ofSeconds(30));
        });
        assertThat(permits.waiters()).singleElement().satisfies(waiter -> {
            assertThat(waiter.owner()).isEqualTo(all.owner());
            assertThat(waiter.units()).isEqualTo(3);
        });
        assertThat(client.inspect("list:rw").orElseThrow().holders())
                .singleElement()
                .satisfies(holder -> {
                    assertThat(holder.units()).isEqualTo(Integer.MAX_VALUE);
                    assertThat(holder.token()).isEqualTo(writer.tokens().first());
                });
        assertThat(names("list:")).containsExactlyInAnyOrder("list:permits", "list:rw", "list:mutex");
    }

    private void assertRefused(String name, Demand demand, String... words) {
        for (Claim claim : List.of(client.claim(name, demand), client.claim(name, demand))) {
            assertThatThrownBy(claim::acquire)
                    .isInstanceOf(InvalidLockException.class)
                    .hasMessageContainingAll(words)
                    .hasMessageContaining(name);
            assertThatThrownBy(claim::join).isInstanceOf(InvalidLockException.class);
        }
    }

    private List<String> holders(String name) {
        return client.inspect(name).orElseThrow().holders().stream()
                .map(ClaimInfo::owner)
                .toList();
    }

    private List<String> names(String prefix) {
        List<String> names = new ArrayList<>();
        Optional<String> cursor = Optional.empty();
        do {
            var page = Eventually.answered(client.session().list(prefix, cursor, 10));
            page.locks().forEach(lock -> names.add(lock.name()));
            cursor = page.next();
        } while (cursor.isPresent());
        return names;
    }

    private static String head() {
        return strings("ZRANGE", "lock:a", "0", "0").get(0);
    }

    private static List<String> strings(String... command) {
        return ((List<?>) redis.command(command))
                .stream().map(String.class::cast).toList();
    }

    private static void assertAllEnd() {
        assertThat(strings("KEYS", "*"))
                .isNotEmpty()
                .allSatisfy(key -> assertThat(left(key)).as(key).isNotEqualTo(-1));
    }

    private static long left(String key) {
        return (Long) redis.command("PTTL", key);
    }
}
