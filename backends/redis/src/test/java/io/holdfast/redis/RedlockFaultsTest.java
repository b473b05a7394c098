package io.holdfast.redis;

import static io.holdfast.redis.QuorumMasters.OPTIONS;
import static io.holdfast.redis.QuorumMasters.QUARANTINE;
import static io.holdfast.redis.QuorumMasters.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.NoQuorumException;
import io.holdfast.servers.DeafProxy;
import io.holdfast.servers.RedisServer;
import io.holdfast.spi.Answer;
import io.holdfast.tck.Claim;
import io.holdfast.tck.Client;
import io.holdfast.tck.Eventually;
import io.holdfast.tck.RealTime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What goes wrong with some of five masters, and what users notice of it. */
@Timeout(90)
class RedlockFaultsTest {

    /** After a fault, with a majority left, until each lock has been taken some times more. */
    private static final Duration RESUMES = Duration.ofSeconds(5);

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

    static Stream<Arguments> faults() {
        return Stream.of(
                fault("killed", RedisServer::kill),
                fault("paused", RedisServer::pause),
                fault("restarted without its data", RedisServer::restartEmpty),
                fault("disconnected", RedisServer::breakConnections));
    }

    private static Arguments fault(String what, Consumer<RedisServer> does) {
        return Arguments.of(what, does);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faults")
    void underLoadOneAndThenTwoOfFiveMayFail(String what, Consumer<RedisServer> fails) throws Exception {
        underLoad(
                masters.uri(),
                List.of(() -> fails.accept(masters.get(0)), () -> fails.accept(masters.get(3)), masters::revive));
    }

    @Test
    void underLoadOneAndThenTwoOfFiveMayBeCutOff() throws Exception {
        try (DeafProxy first = DeafProxy.to(masters.get(0));
                DeafProxy second = DeafProxy.to(masters.get(1))) {
            String uri = masters.uri()
                    .replace(masters.get(0).address(), first.address())
                    .replace(masters.get(1).address(), second.address());
            underLoad(uri, List.of(first::cut, second::cut, () -> {
                first.heal();
                second.heal();
            }));
        }
    }

    private static void underLoad(String uri, List<Runnable> changes) throws Exception {
        GuardedResource resource = new GuardedResource();
        try (Holdfast one = QuorumMasters.open(uri);
                Holdfast other = QuorumMasters.open(uri);
                Holdfast third = QuorumMasters.open(uri);
                Load load = new Load(List.of(one, other, third), List.of("a", "b"), OPTIONS, resource::use)) {
            load.awaitMore(10);
            for (Runnable change : changes) {
                change.run();
                long changed = System.nanoTime();
                load.awaitMore(10);
                assertThat(Duration.ofNanos(System.nanoTime() - changed)).isLessThan(RESUMES);
            }
        }
    }

    @Test
    void withoutAMajorityItIsSaidInTimeWhatEachNodeSaidAndItComesBackByItself() throws Exception {
        try (Holdfast holdfast = masters.open()) {
            holdfast.lock("a").acquire(SOON).close();
            masters.get(0).kill();
            masters.get(1).kill();
            masters.get(2).pause();
            List<String> nodes =
                    masters.all().stream().map(RedisServer::address).toList();
            assertThat(noQuorum(holdfast))
                    .hasMessageContainingAll(
                            "needs 3 of the 5 nodes",
                            nodes.get(0) + " cannot be used now: Unable to connect",
                            nodes.get(1) + " cannot be used now: Unable to connect",
                            nodes.get(2) + " cannot be used now: it did not answer within 250 ms",
                            nodes.get(3) + " granted it",
                            nodes.get(4) + " granted it");

            masters.get(2).resume();
            holdfast.lock("a").acquire(SOON).close();

            masters.get(2).kill();
            assertThat(noQuorum(holdfast).getMessage()).contains(nodes.get(2) + " cannot be used now: ");
            assertThat(noQuorum(holdfast).getMessage())
                    .as("each is told of, though the first three decide")
                    .containsPattern(nodes.get(3) + " (granted it|has not answered yet)")
                    .containsPattern(nodes.get(4) + " (granted it|has not answered yet)");
            long back = System.nanoTime();
            masters.revive();
            assertThat(Eventually.found("a node is said to have restarted", SOON, () -> restarted(holdfast)))
                    .contains("has restarted, or was not known, and has no vote for another");
            Eventually.holds("it works again", SOON, () -> works(holdfast));
            assertThat(Duration.ofNanos(System.nanoTime() - back)).isGreaterThan(QUARANTINE);
        }
    }

    private static NoQuorumException noQuorum(Holdfast holdfast) {
        long asked = System.nanoTime();
        NoQuorumException error = catchThrowableOfType(
                NoQuorumException.class, () -> holdfast.lock("a").tryAcquire());
        assertThat(Duration.ofNanos(System.nanoTime() - asked)).isLessThan(Duration.ofSeconds(3));
        return error;
    }

    private static Optional<String> restarted(Holdfast holdfast) {
        return Optional.of(String.valueOf(noQuorum(holdfast).getMessage()))
                .filter(message -> message.contains("restarted"));
    }

    private static boolean works(Holdfast holdfast) {
        try {
            holdfast.lock("a").tryAcquire().orElseThrow().close();
            return true;
        } catch (NoQuorumException notYet) {
            return false;
        }
    }

    @Test
    void whoeverIsOpenedWithoutAMajorityIsToldWhy() {
        masters.get(0).kill();
        masters.get(1).kill();
        masters.get(2).kill();
        assertThatThrownBy(masters::open)
                .isInstanceOf(NoQuorumException.class)
                .hasMessageContainingAll(
                        "2 of 5 nodes were reached, 3 are needed",
                        masters.get(0).address(),
                        masters.get(1).address(),
                        masters.get(2).address());
    }

    @Test
    void aNodeThatForgotItsVoteHasNoneUntilTheLeaseIsOver() {
        try (RealTime time = new RealTime();
                Client holder = client(time);
                Client before = client(time)) {
            before.claim("other").take().release();
            Claim held = onFirstThree(holder, "a");
            masters.get(2).restartEmpty();
            try (Client after = client(time)) {
                for (Client client : List.of(before, after)) {
                    assertThat(isGranted(client.claim("a"))).isFalse();
                }
                Claim next = Eventually.found(
                        "the lock is to be had when the lease is over",
                        SOON,
                        () -> Stream.of(before, after)
                                .map(client -> client.claim("a"))
                                .filter(RedlockFaultsTest::isGranted)
                                .findFirst());
                assertThat(next.answered()).isGreaterThan(held.validUntil());
                assertThat(next.tokens().first()).isGreaterThan(held.tokens().last());
                next.release();

                masters.get(0).kill();
                masters.get(1).kill();
                for (Client client : List.of(before, after)) {
                    Claim again = Eventually.found(
                            "the node votes again",
                            SOON,
                            () -> Optional.of(client.claim("a")).filter(RedlockFaultsTest::isGranted));
                    assertThat(again.release()).isTrue();
                }
            }
        }
    }

    /** What would be without the quarantine: the test above is about something that can happen. */
    @Test
    void withoutTheQuarantineALockIsLostWithANodesMemory() {
        try (RealTime time = new RealTime();
                Client holder = client(time)) {
            Claim held = onFirstThree(holder, "a");
            masters.get(2).restartEmpty();
            var careless = QuorumMasters.store(masters.uri(), settings -> settings.withQuarantine(Duration.ZERO));
            try (Client other = new Client(careless, time.environment())) {
                assertThat(other.claim("a").take().answered()).isLessThan(held.validUntil());
            }
        }
    }

    @Test
    void aLeaseThatAMajorityLostIsLost() throws Exception {
        try (Holdfast holdfast = masters.open()) {
            Lease lease = holdfast.lock("a").acquire(SOON);
            CompletableFuture<Boolean> told = new CompletableFuture<>();
            lease.onLost(() -> told.complete(true));
            Eventually.holds("it is lost", SOON, () -> {
                IntStream.range(0, 3).forEach(i -> masters.free(i, "a"));
                return lease.state() == Lease.State.LOST;
            });
            Eventually.holds("its holder is told", SOON, told::isDone);
            assertThat(lease.isValid()).isFalse();
        }
    }

    private static Client client(RealTime time) {
        return new Client(QuorumMasters.store(masters.uri()), time.environment());
    }

    /** Takes a lock that others had on two nodes, who then give it back. */
    private static Claim onFirstThree(Client holder, String name) {
        masters.occupy(3, name, "x");
        masters.occupy(4, name, "x");
        Claim held = holder.claim(name).lease(Duration.ofMillis(2_500)).take();
        masters.free(3, name);
        masters.free(4, name);
        return held;
    }

    private static boolean isGranted(Claim claim) {
        try {
            return claim.lease(OPTIONS.lease()).acquire() instanceof Answer.Granted;
        } catch (NoQuorumException e) {
            return false;
        }
    }
}
