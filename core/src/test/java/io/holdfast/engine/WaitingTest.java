package io.holdfast.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.InvalidLockException;
import io.holdfast.Lease;
import io.holdfast.LockInfo;
import io.holdfast.Release;
import io.holdfast.StoreUnavailableException;
import io.holdfast.engine.TestStore.Call;
import io.holdfast.engine.TestStore.Operation;
import io.holdfast.spi.Answer;
import io.holdfast.spi.Ask;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Giving up, at every stage of a wait, and what a wait does when the store fails. */
class WaitingTest {

    private final World world = new World();
    private final World.Client one = world.client();
    private final World.Client two = world.client();

    @Test
    void aFreeLockCostsOneRequestToGetAndOneToRelease() {
        Lease lease = one.acquire();
        assertThat(lease.isValid()).isTrue();
        assertThat(lease.release()).isEqualTo(Release.RELEASED);
        assertThat(one.store.calls).hasSize(2);
        one.isIdle();
        assertThat(world.memory.isEmpty()).isTrue();
    }

    @Test
    void whoWaitsGetsTheLockWhenItIsReleased() {
        Lease held = one.acquire();
        CompletableFuture<Lease> waiting = two.wantsLock();
        assertThat(waiting).isNotDone();

        held.release();
        world.time.settle();

        assertThat(waiting).isCompleted();
        assertThat(waiting.join().token()).isGreaterThan(held.token());
        assertThat(two.store.calls).as("it joined, and was told").hasSize(1);
    }

    @Test
    void aLostSignalCostsAPollAndNoMore() {
        Lease held = one.acquire();
        CompletableFuture<Lease> waiting = two.wantsLock();
        two.store.dropSignals = true;

        held.release();
        world.advanceMillis(1_001);

        assertThat(waiting).isCompleted();
        assertThat(waiting.join().isValid()).isTrue();
    }

    @Test
    void cancellingWhileTheRequestIsUnderWayGivesTheGrantBackWhenItsAnswerComes() {
        one.store.hold(Operation.ACQUIRE);
        CompletableFuture<Lease> waiting = one.wantsLock();

        assertThat(waiting.cancel(true)).isTrue();
        one.store.heal();
        one.store.last(Operation.ACQUIRE).executeAndAnswer();
        world.time.settle();

        world.isFree();
        one.isIdle();
        assertThat(one.store.calls(Operation.RENEW)).isEmpty();
    }

    @Test
    void cancellingWhileTheRequestIsUnderWayCleansUpThoughItsAnswerNeverComes() {
        one.store.hold(Operation.ACQUIRE);
        CompletableFuture<Lease> waiting = one.wantsLock();
        one.store.last(Operation.ACQUIRE).execute();
        waiting.cancel(true);
        one.store.heal();

        one.store.last(Operation.ACQUIRE).timeOut();
        world.time.settle();

        world.isFree();
        one.isIdle();
    }

    @Test
    void cancellingWhileTheRequestIsUnderWayLeavesTheQueueWhenItTurnsOutToStandThere() {
        Lease held = one.acquire();
        two.store.hold(Operation.ACQUIRE);
        CompletableFuture<Lease> waiting = two.wantsLock();
        waiting.cancel(true);
        two.store.heal();
        two.store.last(Operation.ACQUIRE).executeAndAnswer();
        assertThat(world.info().orElseThrow().waiters()).isEmpty();
        two.isIdle();
        assertThat(held.isValid()).isTrue();
    }

    @Test
    void aLateCopyOfAnAbandonedRequestWinsNothing() {
        one.store.hold(Operation.ACQUIRE);
        CompletableFuture<Lease> waiting = one.wantsLock();
        waiting.cancel(true);
        one.store.heal();
        one.store.last(Operation.ACQUIRE).timeOut();
        world.time.settle();

        one.store.last(Operation.ACQUIRE).execute();

        world.isFree();
        one.isIdle();
    }

    @Test
    void cancellingWhileWaitingLeavesTheQueue() {
        Lease held = one.acquire();
        CompletableFuture<Lease> waiting = two.wantsLock();
        assertThat(world.info().map(info -> info.waiters().size())).contains(1);

        waiting.cancel(false);

        assertThat(world.info().map(info -> info.waiters().size())).contains(0);
        two.isIdle();
        held.release();
        world.isFree();
    }

    @Test
    void aGrantThatCrossesWithACancelIsGivenBack() {
        Lease held = one.acquire();
        CompletableFuture<Lease> waiting = two.wantsLock();
        two.store.dropSignals = true;
        held.release();
        assertThat(world.info().map(LockInfo::holders))
                .hasValueSatisfying(holders -> assertThat(holders).hasSize(1));

        waiting.cancel(true);

        world.isFree();
        two.isIdle();
    }

    @Test
    void aFutureThatSomebodyElseCompletedGivesTheGrantBack() {
        CompletableFuture<Lease> future = one.lock.acquireAsync();
        future.complete(null);
        world.time.settle();

        world.isFree();
        one.isIdle();
    }

    @Test
    void aFutureWithATimeOutOfItsOwnLeavesTheQueue() throws Exception {
        Lease held = one.acquire();
        CompletableFuture<Lease> waiting = two.wantsLock().orTimeout(1, TimeUnit.MILLISECONDS);
        assertThatThrownBy(waiting::join).isInstanceOf(CompletionException.class);

        // orTimeout runs what hangs on the future on a thread of the JDK, after it completed it.
        Eventually.isTrue(two.engine::isIdle);

        assertThat(world.info().map(info -> info.waiters().size())).contains(0);
        held.release();
    }

    @Test
    void aWaitThatTimesOutIsEmptyAndLeavesNothing() {
        Lease held = one.acquire();
        CompletableFuture<Optional<Lease>> waiting = two.lock.tryAcquireAsync(Duration.ofSeconds(5));
        world.advanceMillis(4_999);
        assertThat(waiting).isNotDone();

        world.advanceMillis(1);

        assertThat(waiting).isCompletedWithValue(Optional.empty());
        two.isIdle();
        assertThat(world.info().map(info -> info.waiters().size())).contains(0);
        held.release();
        world.isFree();
    }

    @Test
    void whoDoesNotWaitLeavesNoTraceAndOvertakesNobody() {
        Lease held = one.acquire();
        assertThat(two.lock.tryAcquire()).isEmpty();
        assertThat(world.info().map(info -> info.waiters().size())).contains(0);
        CompletableFuture<Lease> waiting = two.wantsLock();

        World.Client three = world.client();
        two.store.dropSignals = true;
        held.release();
        assertThat(three.lock.tryAcquire()).as("somebody waited before").isEmpty();
        assertThat(three.lock.tryAcquire()).isEmpty();

        world.advanceMillis(1_001);
        assertThat(waiting).isCompleted();
    }

    @Test
    void tryingAtALockThatThisClientHoldsCostsNoRequest() {
        one.acquire();
        assertThat(one.lock.tryAcquire()).isEmpty();
        assertThat(one.store.calls).hasSize(1);
    }

    @Test
    void whoWaitsIsNotDisturbedByAShortOutage() {
        one.store.cut();
        CompletableFuture<Lease> waiting = one.wantsLock();
        world.advance(Duration.ofSeconds(5));
        assertThat(waiting).isNotDone();

        one.store.heal();
        world.advance(Duration.ofSeconds(2));

        assertThat(waiting).isCompleted();
        assertThat(one.store.calls(Operation.ACQUIRE).stream().map(call -> ((Ask) call.request).owner()))
                .as("an owner id is asked for once")
                .doesNotHaveDuplicates();
        waiting.join().release();
        world.isFree();
        world.advance(Duration.ofSeconds(1));
        one.isIdle();
    }

    @Test
    void aPlaceInTheQueueIsKeptAcrossAnOutage() {
        Lease held = one.acquire();
        CompletableFuture<Lease> waiting = two.wantsLock();
        two.store.cut();
        world.advance(Duration.ofSeconds(8));
        two.store.heal();
        World.Client three = world.client();
        CompletableFuture<Lease> later = three.wantsLock();
        world.advance(Duration.ofSeconds(2));

        held.release();
        world.time.settle();

        assertThat(waiting).isCompleted();
        assertThat(later).isNotDone();
    }

    @Test
    void aLongOutageIsTold() {
        one.store.cut();
        CompletableFuture<Lease> waiting = one.wantsLock();
        world.advance(Duration.ofSeconds(12));
        assertThat(waiting).isCompletedExceptionally();
        assertThatThrownBy(waiting::join)
                .hasCauseInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("orders:42")
                .hasMessageContaining("test:");
    }

    @Test
    void aLongOutageOfOneWhoWaitsIsToldAndItsPlaceIsGivenUp() {
        Lease held = one.acquire();
        CompletableFuture<Lease> waiting = two.wantsLock();
        two.store.cut();
        world.advance(Duration.ofSeconds(13));
        assertThat(waiting).isCompletedExceptionally();

        two.store.heal();
        world.advance(Duration.ofSeconds(2));

        assertThat(world.info().map(info -> info.waiters().size())).contains(0);
        two.isIdle();
        held.release();
    }

    @Test
    void whoDoesNotWaitHearsOfAnOutageAtOnce() {
        one.store.cut();
        assertThatThrownBy(one.lock::tryAcquire).isInstanceOf(StoreUnavailableException.class);
    }

    @Test
    void aTimeOutDuringAnOutageIsNotTakenForABusyLock() {
        one.store.cut();
        CompletableFuture<Optional<Lease>> waiting = one.lock.tryAcquireAsync(Duration.ofSeconds(3));
        world.advance(Duration.ofSeconds(3));
        assertThatThrownBy(waiting::join).hasCauseInstanceOf(StoreUnavailableException.class);
    }

    @Test
    void whatCannotBeLockedFailsAtOnceAndLeavesNothing() {
        one.store.link = call -> {
            throw new InvalidLockException(World.NAME, "it is not a mutex", null);
        };
        CompletableFuture<Lease> waiting = one.wantsLock();
        assertThatThrownBy(waiting::join).hasCauseInstanceOf(InvalidLockException.class);
        assertThat(one.store.calls).as("and it is not tried again").hasSize(1);
        one.isIdle();
    }

    @Test
    void aStoreThatThrowsAnErrorIsAnOutageAndNoMore() {
        one.store.link = call -> {
            one.store.heal();
            throw new StackOverflowError("on purpose");
        };
        CompletableFuture<Lease> waiting = one.wantsLock();
        world.advance(Duration.ofSeconds(1));
        assertThat(waiting).isCompleted();
    }

    @Test
    void whoDoesNotWaitNeverStandsInTheQueue() {
        Lease held = one.acquire();
        two.store.link = call -> () -> {
            call.execute();
            two.machine.schedule(call::answer, Duration.ofSeconds(8).toNanos());
        };
        held.release();
        CompletableFuture<Optional<Lease>> trying = two.lock.tryAcquireAsync(Duration.ZERO);
        CompletableFuture<Lease> waiting = one.wantsLock();
        world.advance(Duration.ofSeconds(40));
        assertThat(trying).as("its grant was too old each time").isDone();
        waiting.join().release();
        world.advance(Duration.ofSeconds(40));
        world.isFree();
        two.isIdle();
    }

    @Test
    void aPollThatIsRefusedForGoodStillLeavesTheQueue() {
        Lease held = one.acquire();
        CompletableFuture<Lease> waiting = two.wantsLock();
        two.store.link = call -> call.operation == Operation.POLL ? call::refuse : call::executeAndAnswer;
        world.advance(Duration.ofSeconds(2));
        assertThatThrownBy(waiting::join).hasCauseInstanceOf(InvalidLockException.class);
        assertThat(world.info().orElseThrow().waiters()).isEmpty();
        two.isIdle();
        held.release();
        world.isFree();
    }

    @Test
    void oddNumbersFromAStoreNeitherSpinNorStopThePolling() {
        one.store.hold(Operation.ACQUIRE);
        one.wantsLock();
        one.store
                .last(Operation.ACQUIRE)
                .answerWith(new Answer.Waiting(Duration.ZERO, Duration.ofSeconds(Long.MAX_VALUE), "x"));
        one.store.link = call -> () -> call.answerWith(new Answer.Waiting(Duration.ZERO, Duration.ofDays(-1), "x"));
        world.advance(Duration.ofSeconds(1));
        assertThat(one.store.calls(Operation.POLL).size()).isBetween(100, 1_000);
    }

    @Test
    void aHintThatCrossesWithAPollIsNotLost() {
        Lease held = one.acquire();
        CompletableFuture<Lease> waiting = two.wantsLock();
        two.store.dropSignals = true;
        two.store.hold(Operation.POLL);
        world.advanceMillis(1_001);
        Call poll = two.store.last(Operation.POLL).execute();
        two.store.heal();
        held.release();
        two.engine.lookAgain(World.NAME);
        assertThat(waiting).isNotDone();

        poll.answer();
        world.time.settle();

        assertThat(waiting).isCompleted();
    }

    @Test
    void aClaimThatTheStoreTookAwayBeforeItsAnswerIsAskedForAnew() {
        one.store.hold(Operation.ACQUIRE);
        CompletableFuture<Lease> waiting = one.wantsLock();
        Call call = one.store.last(Operation.ACQUIRE).execute();
        String first = ((Ask) call.request).owner();
        one.store.heal();
        one.engine.lost(World.NAME, first);
        call.answer();
        world.advance(Duration.ofSeconds(1));
        assertThat(waiting).isCompleted();
        assertThat(world.info().orElseThrow().holders().get(0).owner()).isNotEqualTo(first);
    }

    @Test
    void aStoreWithoutAQueueIsAskedAgainUnderNewIds() {
        Lease held = one.acquire();
        two.store.link = call ->
                call.operation == Operation.ACQUIRE && world.info().isPresent()
                        ? () -> call.answerWith(new Answer.Busy(Duration.ofMillis(50), "somebody"))
                        : call::executeAndAnswer;
        CompletableFuture<Lease> waiting = two.wantsLock();
        world.advance(Duration.ofSeconds(1));
        assertThat(two.store.calls(Operation.ACQUIRE).size()).isBetween(18, 22);
        held.release();
        two.engine.lookAgain(World.NAME);
        world.time.settle();
        assertThat(waiting).isCompleted();
        assertThat(two.store.calls(Operation.ACQUIRE).stream().map(call -> ((Ask) call.request).owner()))
                .doesNotHaveDuplicates();
    }

    @Test
    void whereThereIsNoQueueAReleaseIsFoundWithinAHeartbeat() {
        one.store.link = call -> () -> {
            one.store.heal();
            call.answerWith(new Answer.Busy(Duration.ofMinutes(10), "somebody"));
        };
        CompletableFuture<Lease> waiting = one.wantsLock();
        world.advanceMillis(1_001);
        assertThat(waiting).isCompleted();
    }
}
