package io.holdfast.memory;

import static io.holdfast.memory.TestSession.ask;
import static io.holdfast.memory.TestSession.held;
import static io.holdfast.memory.TestSession.mutex;
import static io.holdfast.memory.TestSession.now;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.InvalidLockException;
import io.holdfast.LockInfo;
import io.holdfast.StoreUnavailableException;
import io.holdfast.spi.Answer;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Capabilities.Feature;
import io.holdfast.spi.Demand;
import io.holdfast.spi.Page;
import io.holdfast.spi.Tokens;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MemoryStoreTest {

    private final VirtualClock clock = new VirtualClock();
    private final MemoryStore store = MemoryStore.create(clock);
    private final TestSession one = new TestSession(store, clock, "one");
    private final TestSession two = new TestSession(store, clock, "two");

    @Test
    void aHundredThousandNamesUsedOnceLeaveNothing() {
        for (int i = 0; i < 100_000; i++) {
            Ask ask = mutex("name-" + i, "owner-" + i);
            assertThat(one.release(ask, one.take(ask)).held()).isTrue();
        }
        assertThat(store.isEmpty()).isTrue();
        assertThat(store.hasMarks()).isFalse();
    }

    @Test
    void aNameThatNobodyAsksForAgainIsLetGoOfByWhoeverUsesTheStoreLater() {
        IntStream.range(0, 1_000).forEach(i -> one.take(mutex("name-" + i, "owner-" + i)));
        clock.advance(Duration.ofSeconds(11));
        two.poll(mutex("another", "somebody"));
        assertThat(store.isEmpty()).isTrue();
    }

    @Test
    void whoWaitsUnderANameThatNobodyPollsIsGrantedAndToldByTheSameRound() {
        one.take(mutex("a", "first"));
        clock.advance(Duration.ofSeconds(8));
        two.join(mutex("a", "second"));
        clock.advance(Duration.ofMillis(2_500));
        one.poll(mutex("another", "somebody"));
        assertThat(two.granted).containsExactly("second 2-2");
    }

    @Test
    void marksOfAbandonedClaimsAreDroppedAfterAMinute() {
        Ask ask = mutex("a", "first");
        assertThat(now(one.session.abandon(ask))).isTrue();
        clock.advance(Duration.ofSeconds(59));
        assertThat(one.acquire(ask)).isEqualTo(new Answer.Gone());
        assertThat(store.isEmpty()).isTrue();
        clock.advance(Duration.ofSeconds(11));
        one.poll(ask);
        assertThat(store.hasMarks()).isFalse();
    }

    @Test
    void aMarkOutlivesALongLease() {
        Ask ask = new Ask(
                "a", Demand.MUTEX, "first", Duration.ofMinutes(5), Duration.ofSeconds(3), Duration.ofMinutes(1), 1);
        assertThat(now(one.session.abandon(ask))).isTrue();
        clock.advance(Duration.ofMinutes(6).minusMillis(1));
        one.poll(mutex("another", "somebody"));
        assertThat(one.acquire(ask)).isEqualTo(new Answer.Gone());
    }

    @Test
    void whoeverHearsASignalMayAskTheStoreAtOnce() {
        Ask first = mutex("a", "first");
        Ask second = mutex("a", "second");
        Ask third = mutex("a", "third");
        Tokens tokens = one.take(first);
        two.join(second);
        one.join(third);
        List<Object> heard = new ArrayList<>();
        two.onGranted = owner -> {
            heard.add(two.poll(second));
            heard.add(two.release(second, new Tokens(2, 2)).held());
        };
        one.release(first, tokens);
        assertThat(heard).containsExactly(new Answer.Granted(new Tokens(2, 2), TestSession.GRANT_LEASE), true);
        assertThat(one.granted).containsExactly("third 3-3");
    }

    @Test
    void aClosedSessionRefusesEverythingAndHearsNothing() {
        Ask mine = mutex("a", "mine");
        Tokens tokens = one.take(mutex("a", "other"));
        two.join(mine);
        two.session.close();

        List<CompletionStage<?>> stages = new ArrayList<>(two.session.renew(List.of(held(mine, 1))));
        stages.add(two.session.ready());
        stages.add(two.session.acquire(mine, true));
        stages.add(two.session.poll(mine));
        stages.add(two.session.release(held(mine, 1), Duration.ZERO, Optional.empty()));
        stages.add(two.session.abandon(mine));
        stages.add(two.session.inspect("a"));
        stages.add(two.session.list("", Optional.empty(), 10));
        assertThat(stages)
                .allSatisfy(stage -> assertThat(failure(stage)).isInstanceOf(StoreUnavailableException.class));

        one.release(mutex("a", "other"), tokens);
        assertThat(two.granted).isEmpty();
        assertThat(one.acquire(mutex("a", "next"))).isInstanceOf(Answer.Busy.class);
        clock.advance(TestSession.GRANT_LEASE);
        assertThat(one.acquire(mutex("a", "last"))).isInstanceOf(Answer.Granted.class);
    }

    @Test
    void aNameIsOneKindOfLockAtATime() {
        Tokens tokens = one.take(ask("a", Demand.permits(1, 3), "first"));
        assertThat(failure(two.session.acquire(mutex("a", "second"), true)))
                .isInstanceOf(InvalidLockException.class)
                .hasMessage("The lock 'a' is in use as a semaphore of 3 and cannot be a mutex at the same time:"
                        + " use another name for one of them.");
        assertThat(failure(two.session.acquire(ask("a", Demand.permits(1, 4), "third"), false)))
                .isInstanceOf(InvalidLockException.class)
                .hasMessageContaining("semaphore of 4");
        one.release(ask("a", Demand.permits(1, 3), "first"), tokens);
        assertThat(two.acquire(mutex("a", "fourth"))).isInstanceOf(Answer.Granted.class);
    }

    @Test
    void aRejoinOfAnotherKindIsRefusedAndReleasesNothing() {
        Ask mine = mutex("a", "mine");
        Tokens tokens = one.take(mine);
        Ask other = ask("a", Demand.READ, "other");
        assertThat(failure(one.session.release(held(mine, tokens.first()), Duration.ZERO, Optional.of(other))))
                .isInstanceOf(InvalidLockException.class);
        assertThat(one.release(mine, tokens).held()).isTrue();
    }

    @Test
    void severalLocksOfWhichOneIsOfAnotherKindAreRefusedTogether() {
        one.take(ask("b", Demand.permits(1, 2), "first"));
        Duration brief = Duration.ofSeconds(2);
        one.take(new Ask("a", Demand.MUTEX, "second", brief, brief, Duration.ZERO, 1));
        two.join(mutex("a", "third"));
        clock.advance(brief);
        assertThat(failure(one.session.acquireAll(List.of(mutex("a", "fourth"), mutex("b", "fifth")))))
                .isInstanceOf(InvalidLockException.class)
                .hasMessageContaining("'b' is in use as a semaphore of 2");
        assertThat(two.granted).as("who was found to be next is told").hasSize(1);
        assertThat(one.acquire(mutex("c", "sixth"))).isInstanceOf(Answer.Granted.class);
    }

    @Test
    void tokensComeFromOneCounterThatStartsAtOne() {
        Ask block = new Ask("a", Demand.MUTEX, "x", Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ZERO, 32);
        assertThat(one.take(block)).isEqualTo(new Tokens(1, 32));
        assertThat(one.take(mutex("b", "y"))).isEqualTo(new Tokens(33, 33));
        assertThat(one.take(ask("c", Demand.READ, "z"))).isEqualTo(new Tokens(33, 33));
        assertThat(one.take(ask("d", Demand.permits(2, 2), "p"))).isEqualTo(Tokens.NONE);
    }

    @Test
    void inspectionShowsWhoAndForHowLong() {
        one.take(mutex("a", "first"));
        clock.advance(Duration.ofSeconds(1));
        two.join(mutex("a", "second"));
        clock.advance(Duration.ofSeconds(2));
        LockInfo info = now(one.session.inspect("a")).orElseThrow();
        assertThat(info.holders()).singleElement().satisfies(claim -> {
            assertThat(claim.client()).contains(one.client);
            assertThat(claim.token()).isEqualTo(1);
            assertThat(claim.age()).isEqualTo(Duration.ofSeconds(3));
            assertThat(claim.remaining()).isEqualTo(Duration.ofSeconds(7));
        });
        assertThat(info.waiters()).singleElement().satisfies(claim -> {
            assertThat(claim.client()).contains(two.client);
            assertThat(claim.token()).isZero();
            assertThat(claim.age()).isEqualTo(Duration.ofSeconds(2));
            assertThat(claim.remaining()).isEqualTo(Duration.ofSeconds(58));
        });
    }

    @Test
    void listingGoesPageByPageInTheOrderOfNames() {
        List.of("b", "x1", "x3", "x2", "y", "x").forEach(name -> one.take(mutex(name, "owner of " + name)));
        Page first = now(one.session.list("x", Optional.empty(), 3));
        assertThat(first.locks()).extracting(LockInfo::name).containsExactly("x", "x1", "x2");
        Page second = now(one.session.list("x", first.next(), 3));
        assertThat(second.locks()).extracting(LockInfo::name).containsExactly("x3");
        assertThat(second.next()).isEmpty();
    }

    @Test
    void itDoesAllButReachAcrossProcesses() {
        assertThat(store.capabilities().features())
                .isEqualTo(EnumSet.complementOf(EnumSet.of(Feature.ACROSS_PROCESSES)));
        assertThat(store.description()).isEqualTo("memory:");
    }

    private static Throwable failure(CompletionStage<?> stage) {
        return stage.handle((value, failure) -> {
                    assertThat(failure).as("failure, instead of %s", value).isNotNull();
                    return failure;
                })
                .toCompletableFuture()
                .join();
    }
}
