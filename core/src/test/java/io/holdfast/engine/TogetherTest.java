package io.holdfast.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.HoldfastClosedException;
import io.holdfast.InvalidLockException;
import io.holdfast.Lease;
import io.holdfast.LockOptions;
import io.holdfast.LockTimeoutException;
import io.holdfast.MultiLease;
import io.holdfast.MultiLock;
import io.holdfast.StoreUnavailableException;
import io.holdfast.engine.TestStore.Operation;
import io.holdfast.spi.Answer;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Capabilities;
import io.holdfast.spi.Capabilities.Feature;
import io.holdfast.spi.Tokens;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several locks with one request: what comes of it, and that nothing is left behind at whatever moment it ends. */
@Timeout(60)
class TogetherTest {

    private static final Answer BUSY = new Answer.Busy(Duration.ofSeconds(1), "somebody");

    private final World world = new World();
    private final World.Client one = world.client();
    private final World.Client two = world.client();
    private final MultiLock all = one.engine.lockAll("c", "a", "b");

    // ---- all of them are free

    @Test
    void oneRequestTakesAllOfThemAndTheyAreOrdinaryLeases() throws Exception {
        MultiLease lease = all.acquire();
        assertThat(one.store.calls)
                .singleElement()
                .satisfies(call -> assertThat(asks(call)).extracting(Ask::name).containsExactly("a", "b", "c"));
        assertThat(asks(one.store.calls.get(0))).extracting(Ask::owner).doesNotHaveDuplicates();
        world.advance(Duration.ofMinutes(5));
        assertThat(lease.isValid()).as("renewed").isTrue();
        lease.close();
        MultiLease next = two.engine.lockAll("a", "b", "c").tryAcquire().orElseThrow();
        assertThat(next.tokens())
                .allSatisfy((name, token) ->
                        assertThat(token).isGreaterThan(lease.tokens().get(name)));
        next.close();
        everythingIsGone();
    }

    @Test
    void theFutureIsOneRequestToo() {
        CompletableFuture<MultiLease> wait = all.acquireAsync();
        CompletableFuture<Optional<MultiLease>> other =
                two.engine.lockAll("x", "y").tryAcquireAsync(Duration.ZERO);
        world.time.settle();
        assertThat(one.store.calls).hasSize(1);
        assertThat(two.store.calls).hasSize(1);
        wait.join().release();
        other.join().orElseThrow().release();
        everythingIsGone();
    }

    @Test
    void eachIsPassedOnWithinTheClientAfterwards() {
        MultiLease lease = all.tryAcquire().orElseThrow();
        CompletableFuture<Lease> next = one.engine.lock("b").acquireAsync();
        world.time.settle();
        assertThat(next).isNotDone();
        lease.release();
        world.time.settle();
        assertThat(next.join().token()).isEqualTo(lease.tokens().get("b") + 1);
        assertThat(one.store.calls(Operation.ACQUIRE)).isEmpty();
        next.join().release();
        everythingIsGone();
    }

    @Test
    void theOptionsAreThoseOfEachLock() throws Exception {
        LockOptions options = LockOptions.defaults()
                .lease(Duration.ofSeconds(7))
                .lockDelay(Duration.ofSeconds(2))
                .minHold(Duration.ofSeconds(3));
        MultiLease lease = all.with(options).acquire();
        assertThat(asks(one.store.last(Operation.ACQUIRE_ALL))).allSatisfy(ask -> {
            assertThat(ask.lease()).isEqualTo(Duration.ofSeconds(7));
            assertThat(ask.lockDelay()).isEqualTo(Duration.ofSeconds(2));
            assertThat(ask.block()).as("each has a grant of its own").isEqualTo(1);
        });
        lease.release();
        assertThat(two.engine.lock("b").tryAcquire())
                .as("within its minimum hold")
                .isEmpty();
        world.advance(Duration.ofSeconds(3));
        two.engine.lockAll("a", "b", "c").tryAcquire().orElseThrow().close();
        everythingIsGone();
    }

    @Test
    void oneNameIsAskedForAsAlways() throws Exception {
        one.engine.lockAll("a", "a").acquire().close();
        assertThat(one.store.calls(Operation.ACQUIRE)).hasSize(1);
        assertThat(one.store.calls(Operation.ACQUIRE_ALL)).isEmpty();
        everythingIsGone();
    }

    @Test
    void locksThatLiveApartAreTakenInTheirOrder() throws Exception {
        one.store.together = names -> !names.contains("c");
        all.acquire().close();
        assertThat(one.store.calls(Operation.ACQUIRE)).hasSize(3);
        one.engine.lockAll("b", "a").acquire().close();
        assertThat(one.store.calls(Operation.ACQUIRE_ALL)).hasSize(1);
        everythingIsGone();
    }

    @Test
    void aStoreThatDoesNotDeclareItIsNotAskedForIt() throws Exception {
        Capabilities can = world.memory.capabilities();
        Set<Feature> features = EnumSet.copyOf(can.features());
        features.remove(Feature.TOGETHER);
        TestStore store =
                new TestStore(world.memory, new Capabilities(features, can.granularity(), can.slack(), can.maxLease()));
        Engine engine = new Engine(
                store,
                "",
                LockOptions.defaults(),
                List.of(),
                world.time.machine().environment(),
                () -> {});
        engine.lockAll("a", "b").acquire().close();
        assertThat(store.calls(Operation.ACQUIRE_ALL)).isEmpty();
        everythingIsGone();
    }

    // ---- one of them is not

    @Test
    void whoOnlyTriesIsAnsweredByOneRequest() {
        Lease busy = two.acquire(two.engine.lock("b"));
        assertThat(all.tryAcquire()).isEmpty();
        assertThat(one.store.calls).hasSize(1);
        CompletableFuture<Optional<MultiLease>> wait = all.tryAcquireAsync(Duration.ZERO);
        world.time.settle();
        assertThat(wait).isCompletedWithValue(Optional.empty());
        assertThat(one.store.calls).hasSize(2);
        assertThatThrownBy(() -> all.acquire(Duration.ZERO))
                .isInstanceOf(LockTimeoutException.class)
                .hasMessageContaining("'b' was missing");
        one.isIdle();
        busy.release();
        everythingIsGone();
    }

    @Test
    void whoWaitsGoesOnInTheOrderOfNames() {
        Lease busy = two.acquire(two.engine.lock("b"));
        CompletableFuture<MultiLease> wait = all.acquireAsync();
        world.time.settle();
        assertThat(one.store.calls)
                .extracting(call -> call.operation)
                .containsExactly(Operation.ACQUIRE_ALL, Operation.ACQUIRE, Operation.ACQUIRE);
        assertThat(two.engine.lock("c").tryAcquire())
                .as("what comes later in the order is not taken")
                .hasValueSatisfying(Lease::release);
        busy.release();
        world.time.settle();
        assertThat(wait).isCompleted();
        wait.join().release();
        everythingIsGone();
    }

    @Test
    void nobodyWhoWaitsIsOvertaken() {
        Lease held = two.acquire(two.engine.lock("b"));
        World.Client three = world.client();
        CompletableFuture<Lease> first = three.engine.lock("b").acquireAsync();
        world.time.settle();
        three.store.dropSignals = true;
        held.release();
        assertThat(all.tryAcquire()).as("it is the turn of another").isEmpty();
        world.advance(Duration.ofSeconds(2));
        first.join().release();
        everythingIsGone();
        three.isIdle();
    }

    @Test
    void nothingIsSentIfSomebodyOfThisClientIsThere() throws Exception {
        Lease held = one.acquire(one.engine.lock("b"));
        int before = one.store.calls.size();
        assertThat(all.tryAcquire()).isEmpty();
        assertThatThrownBy(() -> all.acquire(Duration.ZERO))
                .isInstanceOf(LockTimeoutException.class)
                .hasMessageContaining("'b' was missing");
        assertThat(one.store.calls).hasSize(before);
        CompletableFuture<MultiLease> wait = all.acquireAsync();
        world.time.settle();
        assertThat(one.store.calls(Operation.ACQUIRE_ALL)).isEmpty();
        held.release();
        world.time.settle();
        wait.join().release();
        everythingIsGone();
    }

    @Test
    void whoComesToOneOfThemMeanwhileAsksByItselfIfAnotherIsBusy() {
        one.store.hold(Operation.ACQUIRE_ALL);
        Lease busy = two.acquire(two.engine.lock("b"));
        CompletableFuture<Optional<MultiLease>> wait = all.tryAcquireAsync(Duration.ZERO);
        CompletableFuture<Lease> single = one.engine.lock("a").acquireAsync();
        assertThat(one.engine.lock("a").tryAcquire())
                .as("somebody is before it")
                .isEmpty();
        assertThat(one.store.calls(Operation.ACQUIRE)).isEmpty();
        one.store.last(Operation.ACQUIRE_ALL).executeAndAnswer();
        world.time.settle();
        assertThat(wait).isCompletedWithValue(Optional.empty());
        single.join().release();
        busy.release();
        everythingIsGone();
    }

    @Test
    void twoThatMeetInTheSameClientDoNotStopEachOther() {
        one.store.hold(Operation.ACQUIRE_ALL);
        CompletableFuture<MultiLease> first = all.acquireAsync();
        CompletableFuture<MultiLease> second = one.engine.lockAll("0", "c").acquireAsync();
        CompletableFuture<MultiLease> third = one.engine.lockAll("c", "d").acquireAsync();
        assertThat(one.store.calls(Operation.ACQUIRE_ALL))
                .as("of the first alone")
                .hasSize(1);
        one.store.last(Operation.ACQUIRE_ALL).executeAndAnswer();
        // The second has to get its first lock yet.
        for (CompletableFuture<MultiLease> each : List.of(first, third, second)) {
            world.time.settle();
            assertThat(each).isCompleted();
            each.join().release();
        }
        everythingIsGone();
    }

    @Test
    void aNameOfAnotherKindIsNamedAndNothingIsTaken() {
        Lease permit = two.engine.semaphore("b", 2).tryAcquire(1).orElseThrow();
        assertThatThrownBy(all::tryAcquire)
                .isInstanceOfSatisfying(
                        InvalidLockException.class,
                        refused -> assertThat(refused.lockName()).contains("b"))
                .hasMessageContaining("semaphore of 2");
        assertThatThrownBy(all::acquire).isInstanceOf(InvalidLockException.class);
        assertThatThrownBy(() -> {
                    CompletableFuture<MultiLease> wait = all.acquireAsync();
                    world.time.settle();
                    wait.join();
                })
                .hasCauseInstanceOf(InvalidLockException.class);
        assertThat(one.store.calls(Operation.ACQUIRE)).isEmpty();
        permit.release();
        everythingIsGone();
    }

    // ---- the answer is lost, late, or nobody waits for it any more

    @Test
    void whenTheAnswerIsLostEveryClaimIsAbandoned() {
        one.store.link = call ->
                call.operation == Operation.ACQUIRE_ALL ? () -> call.execute().timeOut() : call::executeAndAnswer;
        assertThatThrownBy(all::tryAcquire).isInstanceOf(StoreUnavailableException.class);
        assertThat(one.store.calls(Operation.ABANDON))
                .extracting(call -> (Ask) call.request)
                .containsExactlyInAnyOrderElementsOf(asks(one.store.last(Operation.ACQUIRE_ALL)));
        everythingIsGone();
    }

    @Test
    void whoWaitsIsNotDisturbedByALostAnswer() throws Exception {
        one.store.link = call ->
                call.operation == Operation.ACQUIRE_ALL ? () -> call.execute().timeOut() : call::executeAndAnswer;
        all.acquire().close();
        CompletableFuture<MultiLease> wait = all.acquireAsync();
        world.time.settle();
        wait.join().release();
        assertThat(one.store.calls(Operation.ACQUIRE)).hasSize(6);
        everythingIsGone();
    }

    @Test
    void aCopyThatIsExecutedAfterItWasAbandonedTakesNothing() {
        one.store.hold(Operation.ACQUIRE_ALL);
        CompletableFuture<Optional<MultiLease>> wait = all.tryAcquireAsync(Duration.ZERO);
        TestStore.Call late = one.store.last(Operation.ACQUIRE_ALL);
        late.timeOut();
        world.time.settle();
        assertThatThrownBy(wait::join).hasCauseInstanceOf(StoreUnavailableException.class);
        late.execute();
        everythingIsGone();
    }

    @Test
    void cancellingBeforeItIsExecutedGivesAllBack() {
        one.store.hold(Operation.ACQUIRE_ALL);
        CompletableFuture<MultiLease> wait = all.acquireAsync();
        wait.cancel(true);
        world.time.settle();
        one.store.last(Operation.ACQUIRE_ALL).executeAndAnswer();
        everythingIsGone();
    }

    @Test
    void cancellingAfterItWasExecutedGivesAllBack() {
        one.store.hold(Operation.ACQUIRE_ALL);
        CompletableFuture<MultiLease> wait = all.acquireAsync();
        one.store.last(Operation.ACQUIRE_ALL).execute();
        wait.cancel(true);
        world.time.settle();
        one.store.last(Operation.ACQUIRE_ALL).answer();
        everythingIsGone();
    }

    @Test
    void cancellingWhenTheAnswerIsThereGivesAllBack() {
        one.store.hold(Operation.ACQUIRE_ALL);
        CompletableFuture<MultiLease> wait = all.acquireAsync();
        one.store.last(Operation.ACQUIRE_ALL).executeAndAnswer();
        assertThat(wait).as("not told yet").isNotDone();
        wait.cancel(true);
        everythingIsGone();
    }

    @Test
    void cancellingAnAttemptWhoseAnswerIsLostAbandonsAll() {
        one.store.hold(Operation.ACQUIRE_ALL);
        CompletableFuture<MultiLease> wait = all.acquireAsync();
        wait.cancel(true);
        one.store.last(Operation.ACQUIRE_ALL).execute().timeOut();
        everythingIsGone();
    }

    @Test
    void theTimeToWaitEndsAlsoWhileTheStoreIsSilent() {
        one.store.hold(Operation.ACQUIRE_ALL);
        CompletableFuture<Optional<MultiLease>> wait = all.tryAcquireAsync(Duration.ofSeconds(2));
        world.advance(Duration.ofMillis(1_999));
        assertThat(wait).isNotDone();
        world.advance(Duration.ofMillis(1));
        assertThat(wait).isCompletedWithValue(Optional.empty());
        one.store.last(Operation.ACQUIRE_ALL).executeAndAnswer();
        everythingIsGone();
    }

    @Test
    void anInterruptEndsTheAttempt() throws Exception {
        one.store.hold(Operation.ACQUIRE_ALL);
        CompletableFuture<Throwable> outcome = new CompletableFuture<>();
        Thread waiting = new Thread(() -> {
            try {
                outcome.completeExceptionally(new AssertionError(all.acquire()));
            } catch (InterruptedException | RuntimeException e) {
                outcome.complete(e);
            }
        });
        waiting.start();
        Eventually.isTrue(() -> waiting.getState() == Thread.State.WAITING
                && !one.store.calls(Operation.ACQUIRE_ALL).isEmpty());
        waiting.interrupt();
        assertThat(outcome.get()).isInstanceOf(InterruptedException.class);
        waiting.join();
        one.store.last(Operation.ACQUIRE_ALL).executeAndAnswer();
        everythingIsGone();
    }

    @Test
    void whoOnlyTriesIsNotInterruptedAndKeepsTheFlag() throws Exception {
        one.store.hold(Operation.ACQUIRE_ALL);
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        Thread trying = new Thread(() -> {
            MultiLease lease = all.tryAcquire().orElseThrow();
            interrupted.complete(Thread.currentThread().isInterrupted());
            lease.release();
        });
        trying.start();
        Eventually.isTrue(() -> trying.getState() == Thread.State.WAITING
                && !one.store.calls(Operation.ACQUIRE_ALL).isEmpty());
        trying.interrupt();
        Eventually.isTrue(() -> !trying.isInterrupted() && trying.getState() == Thread.State.WAITING);
        one.store.last(Operation.ACQUIRE_ALL).executeAndAnswer();
        assertThat(interrupted.get()).isTrue();
        trying.join();
        everythingIsGone();
    }

    @Test
    void whoIsInterruptedBeforeAsksForNothing() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(all::acquire).isInstanceOf(InterruptedException.class);
        assertThat(one.store.calls).isEmpty();
        everythingIsGone();
    }

    @Test
    void closingTheClientEndsTheAttempt() throws Exception {
        one.store.hold(Operation.ACQUIRE_ALL);
        CompletableFuture<MultiLease> wait = all.acquireAsync();
        TestStore.Call asked = one.store.last(Operation.ACQUIRE_ALL).execute();
        Thread closing = new Thread(one.engine::close);
        closing.start();
        Eventually.isTrue(
                () -> closing.getState() == Thread.State.TIMED_WAITING || closing.getState() == Thread.State.WAITING);
        asked.answer();
        closing.join();
        world.time.settle();
        assertThatThrownBy(wait::join).hasCauseInstanceOf(HoldfastClosedException.class);
        everythingIsGone();
        assertThatThrownBy(all::tryAcquire).isInstanceOf(HoldfastClosedException.class);
        everythingIsGone();
    }

    @Test
    void aGrantThatIsOverWhenItIsHeardOfServesNobody() {
        one.store.hold(Operation.ACQUIRE_ALL);
        CompletableFuture<MultiLease> wait = all.acquireAsync();
        one.store.last(Operation.ACQUIRE_ALL).execute();
        world.advance(Duration.ofMinutes(2));
        one.store.last(Operation.ACQUIRE_ALL).answer();
        one.store.heal();
        world.advance(Duration.ofSeconds(1));
        assertThat(wait.join().isValid()).isTrue();
        wait.join().release();
        everythingIsGone();
    }

    @Test
    void whatTheProcessSleptThroughIsTakenAnew() {
        CompletableFuture<MultiLease> wait = all.acquireAsync();
        one.machine.pause(Duration.ofMinutes(2));
        world.advance(Duration.ofMinutes(3));
        assertThat(wait.join().isValid()).isTrue();
        assertThat(one.store.calls(Operation.ACQUIRE_ALL)).hasSize(2);
        wait.join().release();
        world.advance(Duration.ofSeconds(1));
        everythingIsGone();
    }

    // ---- a store that does not do what it should

    @Test
    void aPartThatWasGrantedAloneIsGivenBack() {
        one.store.hold(Operation.ACQUIRE_ALL);
        CompletableFuture<Optional<MultiLease>> wait = all.tryAcquireAsync(Duration.ZERO);
        TestStore.Call call = one.store.last(Operation.ACQUIRE_ALL);
        Lease busy = two.acquire(two.engine.lock("c"));
        call.answerWith(List.of(BUSY, new Answer.Granted(new Tokens(7, 7), Duration.ofSeconds(30)), BUSY));
        world.time.settle();
        assertThat(wait).isCompletedWithValue(Optional.empty());
        assertThat(one.store.calls(Operation.RELEASE)).hasSize(1);
        busy.release();
        everythingIsGone();
    }

    @Test
    void whatTheStoreForgotIsAskedForAgain() {
        one.store.hold(Operation.ACQUIRE_ALL);
        CompletableFuture<MultiLease> wait = all.acquireAsync();
        TestStore.Call call = one.store.last(Operation.ACQUIRE_ALL);
        call.answerWith(List.of(new Answer.Gone(), new Answer.Gone(), new Answer.Gone()));
        world.advance(Duration.ofSeconds(1));
        wait.join().release();
        everythingIsGone();
    }

    @SuppressWarnings("unchecked")
    private static List<Ask> asks(TestStore.Call call) {
        return (List<Ask>) call.request;
    }

    private void everythingIsGone() {
        world.time.settle();
        one.isIdle();
        two.isIdle();
        assertThat(world.memory.isEmpty()).as("nothing is left at the store").isTrue();
    }
}
