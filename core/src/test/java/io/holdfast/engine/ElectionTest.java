package io.holdfast.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Candidacy;
import io.holdfast.Election;
import io.holdfast.ElectionListener;
import io.holdfast.HoldfastException;
import io.holdfast.InvalidLockException;
import io.holdfast.Leader;
import io.holdfast.LockOptions;
import io.holdfast.spi.Capabilities;
import io.holdfast.spi.Capabilities.Feature;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** One leader at a time, who knows when it is over. */
class ElectionTest {

    private final World world = new World();
    private final World.Client one = world.client();
    private final World.Client two = world.client();
    private final Election mine = one.engine.election(World.NAME);
    private final Election theirs = two.engine.election(World.NAME);
    private final List<String> told = new ArrayList<>();

    /** Writes down what it is told, and who the store says leads at that moment. */
    private ElectionListener listener(String who) {
        return new ElectionListener() {
            @Override
            public void elected(long token) {
                told.add(who + " elected");
            }

            @Override
            public void ceased() {
                told.add(who + " ceased, store: "
                        + theirs.leader().map(Leader::data).orElse("nobody"));
            }

            @Override
            public void stopped(HoldfastException reason) {
                told.add(who + " stopped: " + reason.getClass().getSimpleName());
            }
        };
    }

    @Test
    void thereIsOneLeaderAndEverybodyCanSeeIt() {
        assertThat(theirs.leader()).isEmpty();
        Candidacy first = mine.takePart("host one", listener("one"));
        Candidacy second = theirs.takePart("host two", listener("two"));
        world.advance(Duration.ofMinutes(1));
        assertThat(told).containsExactly("one elected");
        assertThat(first.isLeader()).isTrue();
        assertThat(second.isLeader()).isFalse();
        assertThat(second.token()).isEmpty();
        Leader leader = theirs.leader().orElseThrow();
        assertThat(leader.data()).isEqualTo("host one");
        assertThat(leader.token()).isEqualTo(first.token().orElseThrow());
        assertThat(leader.client().orElseThrow().application()).isEqualTo("test");
        first.close();
        second.close();
        everythingIsGone();
    }

    @Test
    void whoStepsDownIsToldBeforeAnotherIsElectedAndStandsAgain() {
        Candidacy first = mine.takePart("one", listener("one"));
        world.time.settle();
        long token = first.token().orElseThrow();
        Candidacy second = theirs.takePart("two", listener("two"));
        world.time.settle();

        first.stepDown();
        assertThat(first.isLeader()).as("from that call on").isFalse();
        world.time.settle();

        assertThat(told).containsExactly("one elected", "one ceased, store: one", "two elected");
        assertThat(second.token().orElseThrow()).isGreaterThan(token);
        second.stepDown();
        world.time.settle();
        assertThat(first.isLeader()).as("its turn again").isTrue();
        first.close();
        world.time.settle();
        assertThat(second.isLeader()).isTrue();
        second.close();
        everythingIsGone();
    }

    @Test
    void whoLosesItsLeaseIsToldAtItsDeadlineAndStandsAgain() {
        Candidacy first = mine.takePart("one", listener("one"));
        Candidacy second = theirs.takePart("two", listener("two"));
        world.time.settle();
        one.store.cut();
        while (!second.isLeader()) {
            assertThat(world.time.runNext()).isTrue();
            assertThat(first.isLeader() && second.isLeader()).isFalse();
        }
        assertThat(told).startsWith("one elected", "one ceased, store: one");
        world.advance(Duration.ofMinutes(1));
        one.store.heal();
        world.advance(Duration.ofSeconds(5));
        second.close();
        world.time.settle();
        assertThat(first.isLeader()).as("it took part again by itself").isTrue();
        first.close();
        everythingIsGone();
    }

    @Test
    void whoIsRobbedOfTheLeadershipStandsAgain() {
        Candidacy first = mine.takePart("one", listener("one"));
        world.time.settle();
        world.robTheHolder();
        world.advance(Duration.ofSeconds(5));
        assertThat(told).containsExactly("one elected", "one ceased, store: nobody", "one elected");
        first.close();
        everythingIsGone();
    }

    @Test
    void whoClosesWhileItWaitsLeavesTheQueueAndHearsNothingMore() {
        Candidacy first = mine.takePart("one", listener("one"));
        Candidacy second = theirs.takePart("two", listener("two"));
        world.time.settle();
        second.close();
        second.close();
        world.time.settle();
        assertThat(world.info().orElseThrow().waiters()).isEmpty();
        first.close();
        world.advance(Duration.ofMinutes(1));
        assertThat(told).containsExactly("one elected", "one ceased, store: one");
        everythingIsGone();
    }

    @Test
    void whoeverClosesWhileTheGrantIsOnItsWayGivesItBack() {
        one.store.hold(TestStore.Operation.ACQUIRE);
        Candidacy first = mine.takePart("one", listener("one"));
        first.close();
        one.store.last(TestStore.Operation.ACQUIRE).executeAndAnswer();
        one.store.heal();
        world.advance(Duration.ofSeconds(1));
        assertThat(told).isEmpty();
        everythingIsGone();
    }

    @Test
    void closingTheClientEndsEverything() {
        Candidacy first = mine.takePart("one", listener("one"));
        Candidacy waits = mine.takePart("another", listener("another"));
        world.time.settle();
        one.engine.close();
        world.time.settle();
        assertThat(first.isLeader()).isFalse();
        assertThat(waits.isLeader()).isFalse();
        assertThat(told)
                .containsExactlyInAnyOrder(
                        "one elected",
                        "one ceased, store: nobody",
                        "one stopped: HoldfastClosedException",
                        "another stopped: HoldfastClosedException");
        first.close();
        everythingIsGone();
    }

    @Test
    void aLongOutageDoesNotEndACandidacy() {
        one.store.cut();
        Candidacy first = mine.takePart("one", listener("one"));
        world.advance(Duration.ofMinutes(5));
        assertThat(told).isEmpty();
        one.store.heal();
        world.advance(Duration.ofSeconds(3));
        assertThat(first.isLeader()).isTrue();
        first.close();
        everythingIsGone();
    }

    @Test
    void aNameThatIsNoMutexStopsTheCandidate() {
        two.acquire(two.engine.readWriteLock(World.NAME).readLock());
        mine.takePart("one", listener("one"));
        world.time.settle();
        assertThat(told).containsExactly("one stopped: InvalidLockException");
        one.isIdle();
    }

    @Test
    void aListenerThatThrowsDisturbsNothing() {
        Candidacy first = mine.takePart("one", new ElectionListener() {
            @Override
            public void elected(long token) {
                throw new IllegalStateException("as if by accident");
            }

            @Override
            public void ceased() {
                told.add("ceased");
                throw new IllegalStateException("as if by accident");
            }
        });
        world.time.settle();
        first.stepDown();
        world.time.settle();
        assertThat(first.isLeader()).as("elected again").isTrue();
        assertThat(told).containsExactly("ceased");
        first.close();
        everythingIsGone();
    }

    @Test
    void candidatesOfOneClientAreToldApart() {
        Candidacy first = mine.takePart("one", listener("one"));
        Candidacy other = mine.takePart("another", listener("another"));
        world.time.settle();
        first.close();
        world.time.settle();
        assertThat(other.isLeader()).isTrue();
        assertThat(theirs.leader()).map(Leader::data).isEqualTo(Optional.of("another"));
        other.close();
        everythingIsGone();
    }

    @Test
    void dataThatCannotBeKeptAreRefused() {
        assertThatThrownBy(() -> mine.takePart("ü".repeat(513), listener("one")))
                .isInstanceOf(InvalidLockException.class)
                .hasMessageContaining("1026 bytes");
        Capabilities all = world.memory.capabilities();
        Engine modest = new Engine(
                new TestStore(
                        world.memory,
                        new Capabilities(Set.of(Feature.FIFO), all.granularity(), all.slack(), all.maxLease())),
                "",
                LockOptions.defaults(),
                List.of(),
                world.time.machine().environment(),
                () -> {});
        assertThatThrownBy(() -> modest.election(World.NAME).takePart("data", listener("one")))
                .isInstanceOf(InvalidLockException.class);
        Candidacy plain = modest.election(World.NAME).takePart("", listener("plain"));
        world.time.settle();
        assertThat(plain.isLeader()).isTrue();
        modest.close();
    }

    private void everythingIsGone() {
        world.time.settle();
        one.isIdle();
        two.isIdle();
        assertThat(world.memory.isEmpty()).as("nothing is left at the store").isTrue();
    }
}
