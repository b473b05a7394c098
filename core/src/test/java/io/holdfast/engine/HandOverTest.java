package io.holdfast.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Lease;
import io.holdfast.LockOptions;
import io.holdfast.engine.TestStore.Call;
import io.holdfast.engine.TestStore.Operation;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Tokens;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Grants that come while nobody asks: from when they count, and what is done if that is too long ago. */
class HandOverTest {

    private final World world = new World();
    private final World.Client one = world.client();
    private final World.Client two = world.client();

    @Test
    void itCountsFromTheLastRequestThatWasAnsweredWithWaiting() {
        Lease held = one.acquire();
        CompletableFuture<Lease> waiting = two.wantsLock();
        world.advanceMillis(400);
        held.release();
        world.time.settle();
        // A grant lease of 3 s, less 1 % and 2 ms, and less the 400 ms since it joined.
        assertThat(waiting.join().remaining()).isEqualTo(Duration.ofMillis(3_000 - 32 - 400));
        assertThat(two.store.calls(Operation.RENEW)).isEmpty();
    }

    @Test
    void itIsStretchedByItsFirstRenewal() {
        Lease held = one.acquire();
        CompletableFuture<Lease> waiting = two.wantsLock();
        held.release();
        world.advanceMillis(1_000);
        assertThat(two.store.calls(Operation.RENEW)).hasSize(1);
        assertThat(waiting.join().remaining()).isGreaterThan(Duration.ofSeconds(9));
    }

    @Test
    void aPollThatIsNotAnsweredDoesNotCount() {
        Lease held = one.acquire();
        CompletableFuture<Lease> waiting = two.wantsLock();
        two.store.hold(Operation.POLL);
        world.advanceMillis(1_200);
        assertThat(two.store.calls(Operation.POLL)).hasSize(1);
        held.release();
        world.time.settle();
        assertThat(waiting.join().remaining()).isEqualTo(Duration.ofMillis(3_000 - 32 - 1_200));
    }

    @Test
    void withLittleLeftARenewalConfirmsItFirst() {
        Lease held = one.acquire();
        CompletableFuture<Lease> waiting = two.wantsLock();
        two.store.hold(Operation.POLL);
        world.advanceMillis(2_200);
        held.release();
        world.time.settle();
        assertThat(two.store.calls(Operation.RENEW)).hasSize(1);
        assertThat(waiting.join().remaining()).isEqualTo(Duration.ofMillis(10_000 - 102));
    }

    @Test
    void aSignalThatComesAfterTheGrantRanOutWinsNothing() {
        Lease held = one.acquire();
        CompletableFuture<Lease> waiting = two.wantsLock();
        two.store.dropSignals = true;
        two.store.hold(Operation.POLL);
        held.release();
        Tokens granted = new Tokens(
                world.info().orElseThrow().holders().get(0).token(),
                world.info().orElseThrow().holders().get(0).token());
        String owner = world.info().orElseThrow().holders().get(0).owner();
        world.advance(Duration.ofSeconds(4));
        World.Client three = world.client();
        Lease other = three.acquire();

        two.engine.granted(World.NAME, owner, granted);
        world.time.settle();

        assertThat(waiting).isNotDone();
        assertThat(other.isValid()).isTrue();
        two.store.heal();
        other.release();
        world.advance(Duration.ofSeconds(2));
        assertThat(waiting).isCompleted();
    }

    @Test
    void aSignalBeforeTheAnswerToTheJoinIsKeptUntilThen() {
        Lease held = one.acquire();
        two.store.hold(Operation.ACQUIRE);
        CompletableFuture<Lease> waiting = two.lock.acquireAsync();
        Call join = two.store.last(Operation.ACQUIRE).execute();
        world.advanceMillis(100);
        held.release();
        world.time.settle();
        assertThat(waiting).isNotDone();

        join.answer();
        world.time.settle();

        assertThat(waiting.join().remaining()).isEqualTo(Duration.ofMillis(3_000 - 32 - 100));
    }

    @Test
    void doubledSignalsGrantOnce() {
        Lease held = one.acquire();
        CompletableFuture<Lease> first = two.wantsLock();
        CompletableFuture<Lease> second = two.wantsLock();
        String owner = ((Ask) two.store.last(Operation.ACQUIRE).request).owner();
        held.release();
        world.time.settle();
        assertThat(first).isCompleted();
        two.engine.granted(World.NAME, owner, new Tokens(1, 99));
        world.time.settle();
        assertThat(second).isNotDone();
    }

    @Test
    void whoLostItsPlaceJoinsAgainUnderANewId() {
        Lease held = one.acquire();
        CompletableFuture<Lease> waiting = two.wantsLock();
        two.machine.pause(Duration.ofSeconds(70));
        World.Client three = world.client();
        CompletableFuture<Lease> third = three.wantsLock();
        world.advance(Duration.ofSeconds(65));
        assertThat(world.info().orElseThrow().waiters())
                .as("dropped after a minute")
                .hasSize(1);
        world.advance(Duration.ofSeconds(7));
        assertThat(world.info().orElseThrow().waiters()).hasSize(2);
        held.release();
        world.time.settle();
        assertThat(third).as("it stands before the one that was gone").isCompleted();
        assertThat(waiting).isNotDone();
        assertThat(two.store.calls(Operation.ACQUIRE).stream().map(call -> ((Ask) call.request).owner()))
                .hasSize(2)
                .doesNotHaveDuplicates();
    }

    @Test
    void shortLeasesArePolledSoonerSoThatTheirGrantsAreWorthSomething() {
        LockOptions brief = LockOptions.defaults().lease(Duration.ofMillis(300));
        Lease held = one.acquire(one.lock.with(brief));
        CompletableFuture<Lease> waiting = two.lock.with(brief).acquireAsync();
        world.advanceMillis(950);
        held.release();
        world.time.settle();
        assertThat(waiting.join().remaining()).isGreaterThan(Duration.ofMillis(180));
    }
}
