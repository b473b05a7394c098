package io.holdfast.redis;

import static io.holdfast.redis.QuorumMasters.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LockTimeoutException;
import io.holdfast.StoreUnavailableException;
import io.holdfast.servers.RedisServer;
import io.holdfast.spi.Answer;
import io.holdfast.spi.Environment;
import io.holdfast.tck.Claim;
import io.holdfast.tck.Client;
import io.holdfast.tck.Eventually;
import io.holdfast.tck.RealTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What five masters have in them: what is taken back, what is healed, and how tokens come about. */
@Timeout(60)
class RedlockProtocolTest {

    private static final String COUNTER = "{lock:a}:counter";
    private static final long PERIOD = 10_000;
    private static final long ROOM = 4_194_304;

    private static QuorumMasters masters;
    private final RealTime time = new RealTime();
    private Client client;

    @BeforeAll
    static void start() {
        masters = QuorumMasters.start(5);
    }

    @BeforeEach
    void connect() {
        masters.settle();
        client = new Client(QuorumMasters.store(masters.uri()), time.environment());
    }

    @AfterEach
    void close() {
        client.close();
        time.close();
    }

    @AfterAll
    static void stop() {
        masters.close();
    }

    // ---- what was not got is given back

    @Test
    void whatATryInVainHasGotIsGivenBackAlsoByANodeThatAnswersLate() {
        IntStream.range(2, 5).forEach(i -> masters.occupy(i, "a", "x"));
        masters.get(0).pause();
        assertThat(client.claim("a").acquire()).isInstanceOf(Answer.Busy.class);
        masters.awaitGivenUp(1, "a");
        masters.get(0).resume();
        masters.awaitGivenUp(0, "a");
    }

    @Test
    void whoeverIsInterruptedOrCancelsOrRunsOutOfTimeMidWayLeavesNothing() throws Exception {
        try (Holdfast holdfast = masters.open()) {
            holdfast.lock("warm").acquire(SOON).close();
            pauseThree();
            Thread caller = Thread.currentThread();
            CompletableFuture<Void> interrupting = CompletableFuture.runAsync(() -> {
                Eventually.holds("a node has voted", SOON, () -> masters.has(4, "interrupted"));
                caller.interrupt();
            });
            assertThatThrownBy(() -> holdfast.lock("interrupted").acquire()).isInstanceOf(InterruptedException.class);
            interrupting.get();

            CompletableFuture<Lease> cancelled = holdfast.lock("cancelled").acquireAsync();
            Eventually.holds("a node has voted", SOON, () -> masters.has(4, "cancelled"));
            assertThat(cancelled.cancel(true)).isTrue();

            assertThatThrownBy(() -> holdfast.lock("late").acquire(Duration.ofMillis(50)))
                    .isInstanceOfAny(LockTimeoutException.class, StoreUnavailableException.class);

            IntStream.range(0, 3).forEach(i -> masters.get(i).resume());
            for (String name : List.of("interrupted", "cancelled", "late")) {
                IntStream.range(0, 5).forEach(i -> masters.awaitGivenUp(i, name));
                holdfast.lock(name).tryAcquire().orElseThrow().close();
            }
        }
    }

    private static void pauseThree() {
        IntStream.range(0, 3).forEach(i -> masters.get(i).pause());
    }

    /** The pause between two tries is as long as the test wants it to be. */
    @Test
    void aClaimThatIsAbandonedBetweenTwoTriesNeverHolds() {
        AtomicReference<Runnable> nextTry = new AtomicReference<>();
        long longest = Duration.ofSeconds(30).toNanos();
        Environment real = time.environment();
        Environment held = new Environment(
                real.clock(),
                (task, delay) -> {
                    if (delay != longest) {
                        return real.scheduler().schedule(task, delay);
                    }
                    nextTry.set(task);
                    return () -> {};
                },
                real.executor(),
                () -> 2 * (longest - 1));
        var store = QuorumMasters.store(masters.uri(), settings -> settings.withNodeTimeout(Duration.ofNanos(longest)));
        try (Client split = new Client(store, held)) {
            masters.occupy(0, "a", "x");
            masters.occupy(1, "a", "x");
            masters.occupy(2, "a", "y");
            Claim claim = split.claim("a");
            var answer = split.session().acquire(claim.ask(), false);
            Eventually.holds("it is to be tried again", SOON, () -> nextTry.get() != null);
            IntStream.range(0, 3).forEach(i -> masters.free(i, "a"));
            assertThat(claim.abandon()).isTrue();
            nextTry.get().run();
            assertThat(Eventually.answered(answer)).isInstanceOf(Answer.Gone.class);
            IntStream.range(0, 5).forEach(i -> masters.awaitGivenUp(i, "a"));
        }
    }

    // ---- renewal

    @Test
    void aRenewalGivesANodeBackWhatItLost() {
        Claim claim = takeOnAll("a");
        Object before = masters.get(2).command("GET", "lock:a");
        masters.free(2, "a");
        masters.free(3, "a");
        assertThat(claim.renew()).isPresent();
        Eventually.holds("two nodes have it again", SOON, () -> masters.has(2, "a") && masters.has(3, "a"));
        assertThat(owner(masters.get(2).command("GET", "lock:a"))).isEqualTo(owner(before));
        assertThat(claim.release()).isTrue();
        awaitReleasedByAll("a");
    }

    /** A majority is enough to hold it; the others may still be about to vote. */
    private Claim takeOnAll(String name) {
        Claim claim = client.claim(name).take();
        Eventually.holds("all nodes have it", SOON, () -> IntStream.range(0, 5).allMatch(i -> masters.has(i, name)));
        return claim;
    }

    private static void awaitReleasedByAll(String name) {
        Eventually.holds("no node has it", SOON, () -> IntStream.range(0, 5).noneMatch(i -> masters.has(i, name)));
    }

    private static String owner(Object value) {
        return String.valueOf(value).split(" ")[0];
    }

    @Test
    void aRenewalBringsNothingBackThatAMajorityLost() {
        Claim claim = takeOnAll("a");
        IntStream.range(0, 3).forEach(i -> masters.free(i, "a"));
        assertThat(claim.renew()).isEmpty();
        // Whatever a renewal sends, it sends before this, on the same connections.
        client.claim("b").take();
        assertThat(IntStream.range(0, 3).filter(i -> masters.has(i, "a"))).isEmpty();
    }

    // ---- tokens

    @Test
    void whereCountersAgreeALockIsOneRequestToEachNode() {
        awaitQuietPartOfAPeriod();
        takeOnAll("a").release();
        awaitReleasedByAll("a");
        assertThat(counters().distinct()).hasSize(1);
        long[] before = requests();
        Claim claim = takeOnAll("a");
        assertThat(increase(before)).containsExactly(1, 1, 1, 1, 1);
        assertThat(counters()).containsOnly(claim.tokens().last());
    }

    @Test
    void whereTheyDifferASecondRoundSettlesATokenAboveAllThatVoted() {
        awaitQuietPartOfAPeriod();
        for (Script script : List.of(Script.QUORUM_ACQUIRE, Script.QUORUM_AGREE)) {
            masters.all().forEach(server -> server.command("SCRIPT", "LOAD", script.source()));
        }
        long floor = differ();
        long[] before = requests();
        Claim claim = client.claim("a").take();
        // It is above what those had who voted, which are four at least: then no number can have a majority any more.
        assertThat(claim.tokens().first()).isGreaterThan(floor + 4_001);
        Eventually.holds(
                "each node was asked",
                SOON,
                () -> IntStream.of(increase(before)).noneMatch(count -> count == 0));
        assertThat(IntStream.of(increase(before)).max()).hasValue(2);
        assertThat(IntStream.of(increase(before)).sum()).isGreaterThanOrEqualTo(5 + 3);
        assertThat(counters()
                        .filter(counter -> counter == claim.tokens().last())
                        .count())
                .isGreaterThanOrEqualTo(3);
        claim.release();
        assertThat(client.claim("a").take().tokens().first())
                .isGreaterThan(claim.tokens().last());
    }

    @Test
    void tokensAndBlocksOfThemNeverOverlapHoweverTheCountersStand() {
        long last = 0;
        for (int round = 0; round < 60; round++) {
            Claim claim = client.claim("a").block(round % 3 == 0 ? 1 : 10).take();
            assertThat(claim.tokens().first()).isGreaterThan(last);
            last = claim.tokens().last();
            assertThat(claim.release()).isTrue();
            // A minority falls back, or runs ahead.
            masters.get(round % 5).command("DEL", COUNTER);
            setCounter((round + 1) % 5, floor() + 50L * round);
        }
    }

    @Test
    void everyKeyHasATimeToLive() {
        client.claim("a").take();
        client.claim("a").join();
        client.claim("b").take().abandon();
        for (RedisServer server : masters.all()) {
            for (Object key : (List<?>) server.command("KEYS", "*")) {
                assertThat((Long) server.command("PTTL", key.toString()))
                        .as("PTTL of %s", key)
                        .isBetween(1L, 3_600_000 + PERIOD);
            }
        }
    }

    /** At the edge of a period counters rise with the clock, on one node sooner than on another. */
    private static void awaitQuietPartOfAPeriod() {
        Eventually.holds("it is not about the edge of a period", SOON, () -> {
            long part = System.currentTimeMillis() % PERIOD;
            return part > 100 && part < PERIOD - 3_000;
        });
    }

    private static long floor() {
        return System.currentTimeMillis() / PERIOD * ROOM;
    }

    /** Lets each node stand elsewhere. {@return the floor, above which they do} */
    private static long differ() {
        long floor = floor();
        IntStream.range(0, 5).forEach(i -> setCounter(i, floor + 1_000 * (i + 1)));
        return floor;
    }

    private static void setCounter(int index, long value) {
        masters.get(index).command("SET", COUNTER, Long.toString(value), "PX", "60000");
    }

    private static Stream<Long> counters() {
        return masters.all().stream().map(server -> Long.valueOf((String) server.command("GET", COUNTER)));
    }

    private static long[] requests() {
        return masters.all().stream()
                .mapToLong(server -> server.calls("eval", "evalsha"))
                .toArray();
    }

    private static int[] increase(long[] before) {
        long[] now = requests();
        return IntStream.range(0, now.length)
                .map(i -> (int) (now[i] - before[i]))
                .toArray();
    }
}
