package io.holdfast.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.HoldfastClosedException;
import io.holdfast.InvalidLockException;
import io.holdfast.Lease;
import io.holdfast.LeaseLostException;
import io.holdfast.LockOptions;
import io.holdfast.LockTimeoutException;
import io.holdfast.MultiLease;
import io.holdfast.MultiLock;
import io.holdfast.Release;
import io.holdfast.StoreUnavailableException;
import io.holdfast.engine.TestStore.Operation;
import io.holdfast.spi.Ask;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Several locks, all or none. */
class MultiLockTest {

    private final World world = new World();
    private final World.Client one = world.client();
    private final World.Client two = world.client();
    private final MultiLock all = one.engine.lockAll("c", "a", "b", "a");

    @Test
    void theyAreTakenInTheOrderOfTheirNamesEachOnce() throws Exception {
        assertThat(all.names()).containsExactly("a", "b", "c");
        one.store.together = names -> false;
        MultiLease lease = all.acquire();
        assertThat(one.store.calls(Operation.ACQUIRE))
                .extracting(call -> ((Ask) call.request).name())
                .containsExactly("a", "b", "c");
        assertThat(lease.name()).isEqualTo("a, b, c");
        assertThat(lease.tokens()).containsOnlyKeys("a", "b", "c");
        assertThat(lease.token()).isEqualTo(lease.tokens().get("a"));
        assertThat(lease.state()).isEqualTo(Lease.State.HELD);
        for (String name : all.names()) {
            assertThat(two.engine.lock(name).tryAcquire()).isEmpty();
        }
        assertThat(two.engine.lockAll("z", "c").tryAcquire()).isEmpty();

        lease.close();

        assertThat(lease.state()).isEqualTo(Lease.State.RELEASED);
        assertThat(lease.release()).isEqualTo(Release.RELEASED);
        MultiLease next = two.engine.lockAll("b", "c", "a").acquire();
        assertThat(next.tokens())
                .allSatisfy((name, token) ->
                        assertThat(token).isGreaterThan(lease.tokens().get(name)));
        next.close();
        everythingIsGone();
    }

    @Test
    void whatIsBusyLeavesNothingTaken() throws Exception {
        Lease busy = two.acquire(two.engine.lock("c"));
        assertThat(all.tryAcquire()).isEmpty();
        assertThat(all.tryAcquire(Duration.ZERO)).isEmpty();
        assertThatThrownBy(() -> all.acquire(Duration.ZERO))
                .isInstanceOf(LockTimeoutException.class)
                .hasMessageContaining("[a, b, c]")
                .hasMessageContaining("'c' was missing");
        one.isIdle();
        busy.release();
        everythingIsGone();
    }

    @Test
    void aTimeOutGivesBackWhatWasTaken() {
        Lease busy = two.acquire(two.engine.lock("b"));
        CompletableFuture<Optional<MultiLease>> wait = all.tryAcquireAsync(Duration.ofSeconds(5));
        world.advance(Duration.ofMillis(4_999));
        assertThat(wait).isNotDone();
        assertThat(two.engine.lock("a").tryAcquire()).as("taken meanwhile").isEmpty();
        world.advance(Duration.ofMillis(1));
        assertThat(wait).isCompletedWithValue(Optional.empty());
        busy.release();
        everythingIsGone();
    }

    @Test
    void theTimeIsForAllOfThemTogether() {
        Lease first = two.acquire(two.engine.lock("a"));
        Lease second = two.acquire(two.engine.lock("b"));
        CompletableFuture<Optional<MultiLease>> wait = all.tryAcquireAsync(Duration.ofSeconds(5));
        world.advance(Duration.ofSeconds(3));
        first.release();
        world.advance(Duration.ofSeconds(2));
        assertThat(wait).isCompletedWithValue(Optional.empty());
        second.release();
        everythingIsGone();
    }

    @Test
    void cancellingGivesBackWhatWasTakenAndLeavesTheQueue() {
        Lease busy = two.acquire(two.engine.lock("b"));
        CompletableFuture<MultiLease> wait = all.acquireAsync();
        world.advance(Duration.ofSeconds(30));
        wait.cancel(true);
        world.time.settle();
        assertThat(two.engine.locks().find("a")).isEmpty();
        assertThat(two.engine.locks().find("b").orElseThrow().waiters()).isEmpty();
        one.isIdle();
        busy.release();
        everythingIsGone();
    }

    @Test
    void anInterruptGivesBackWhatWasTakenAndLeavesTheQueue() throws Exception {
        Lease busy = two.acquire(two.engine.lock("b"));
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
                && !two.engine.locks().find("b").orElseThrow().waiters().isEmpty());
        waiting.interrupt();
        assertThat(outcome.get()).isInstanceOf(InterruptedException.class);
        waiting.join();
        assertThat(two.engine.locks().find("a")).isEmpty();
        busy.release();
        everythingIsGone();
    }

    @Test
    void aFailureGivesBackWhatWasTaken() {
        one.store.together = names -> false;
        one.store.link = call ->
                call.request instanceof Ask ask && ask.name().equals("b") ? call::timeOut : call::executeAndAnswer;
        assertThatThrownBy(all::tryAcquire).isInstanceOf(StoreUnavailableException.class);
        one.store.heal();
        world.advance(Duration.ofSeconds(2));
        everythingIsGone();
    }

    @Test
    void whoLostOneWhileItWaitedForAnotherBeginsAgain() {
        Lease busy = two.acquire(two.engine.lock("b"));
        LockOptions brief = LockOptions.defaults().lease(Duration.ofSeconds(4)).renew(false);
        CompletableFuture<MultiLease> wait = all.with(brief).acquireAsync();
        world.advance(Duration.ofSeconds(20));
        busy.release();
        world.advance(Duration.ofSeconds(1));
        assertThat(wait).isCompleted();
        assertThat(wait.join().isValid()).isTrue();
        assertThat(wait.join().tokens().get("a")).as("taken anew").isGreaterThan(busy.token());
        wait.join().release();
        everythingIsGone();
    }

    @Test
    void itIsLostIfOneIsAndTheOthersStayTakenUntilItIsClosed() throws Exception {
        AtomicInteger told = new AtomicInteger();
        MultiLease lease = one.engine.lockAll(World.NAME, "a", "z").acquire();
        lease.onLost(told::incrementAndGet);
        world.robTheHolder();
        world.advance(Duration.ofSeconds(5));
        assertThat(lease.state()).isEqualTo(Lease.State.LOST);
        assertThat(lease.isValid()).isFalse();
        assertThat(lease.remaining()).isZero();
        assertThat(told).hasValue(1);
        assertThatThrownBy(lease::ensureValid)
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining(World.NAME);
        assertThat(two.engine.lock("a").tryAcquire()).isEmpty();

        assertThatThrownBy(lease::close).isInstanceOf(LeaseLostException.class).hasMessageContaining(World.NAME);

        assertThat(lease.release()).isEqualTo(Release.LOST);
        assertThat(lease.releaseAsync()
                        .thenAccept(release -> assertThat(release).isEqualTo(Release.LOST)))
                .as("runs on the executor")
                .satisfies(done -> {
                    world.time.settle();
                    assertThat(done).isCompleted();
                });
        lease.close();
        assertThat(told).hasValue(1);
        everythingIsGone();
    }

    @Test
    void closingTheClientFailsWhoWaitsAndGivesBackWhatItHad() {
        Lease busy = two.acquire(two.engine.lock("b"));
        CompletableFuture<MultiLease> wait = all.acquireAsync();
        world.time.settle();
        one.engine.close();
        world.time.settle();
        assertThatThrownBy(wait::join).hasCauseInstanceOf(HoldfastClosedException.class);
        busy.release();
        everythingIsGone();
    }

    @Test
    void whoeverCompletesTheFutureGetsTheLocksGivenBack() {
        CompletableFuture<MultiLease> wait = all.acquireAsync();
        wait.completeExceptionally(new IllegalStateException("changed my mind"));
        world.advance(Duration.ofSeconds(1));
        everythingIsGone();
    }

    @Test
    void aBodyIsRunWhileAllAreHeldAndTheyAreReleasedAfterwards() throws Exception {
        all.run(lease -> {
            assertThat(lease.tokens()).containsOnlyKeys("a", "b", "c");
            assertThat(two.engine.lock("b").tryAcquire()).isEmpty();
        });
        long token = all.call(MultiLease::token);
        assertThat(all.<Long, RuntimeException>call(MultiLease::token)).isGreaterThan(token);
        assertThat(all.tryRun(Duration.ZERO, MultiLease::ensureValid)).isTrue();
        everythingIsGone();
    }

    @Test
    void aBodyThatThrowsReleasesThemFirst() {
        assertThatThrownBy(() -> all.run(lease -> {
                    throw new IllegalStateException("of the body");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> all.call(lease -> {
                    throw new IOException("of the body");
                }))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() -> all.tryRun(Duration.ofSeconds(1), lease -> {
                    throw new IllegalStateException("of the body");
                }))
                .isInstanceOf(IllegalStateException.class);
        everythingIsGone();
    }

    @Test
    void aBodyIsNotRunWhileOneIsBusy() throws Exception {
        Lease busy = two.acquire(two.engine.lock("b"));
        AtomicInteger runs = new AtomicInteger();
        assertThat(all.tryRun(Duration.ZERO, lease -> runs.incrementAndGet())).isFalse();
        assertThat(runs).hasValue(0);
        busy.release();
        everythingIsGone();
    }

    @Test
    void aBodyThatEndedWellAfterALossIsToldSo() {
        MultiLock several = one.engine.lockAll(World.NAME, "a");
        assertThatThrownBy(() -> several.run(lease -> world.robTheHolder()))
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining(World.NAME);
        everythingIsGone();
    }

    @Test
    void namesThatCannotBeAreRefused() {
        assertThatThrownBy(one.engine::lockAll).isInstanceOf(InvalidLockException.class);
        assertThatThrownBy(() -> one.engine.lockAll("a", "")).isInstanceOf(InvalidLockException.class);
        assertThat(one.store.calls).isEmpty();
    }

    private void everythingIsGone() {
        world.time.settle();
        one.isIdle();
        two.isIdle();
        assertThat(world.memory.isEmpty()).as("nothing is left at the store").isTrue();
    }
}
