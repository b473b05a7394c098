package io.holdfast.engine;

import static io.holdfast.Lease.State.HELD;
import static io.holdfast.Lease.State.LOST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.InvalidLockException;
import io.holdfast.Lease;
import io.holdfast.LockOptions;
import io.holdfast.Order;
import io.holdfast.Release;
import io.holdfast.engine.TestStore.Call;
import io.holdfast.engine.TestStore.Operation;
import io.holdfast.spi.Capabilities;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What each option does. */
class OptionsTest {

    private final World world = new World();
    private final World.Client one = world.client();
    private final World.Client two = world.client();

    @Test
    void withoutRenewalTheLeaseEndsByItself() {
        Lease lease = one.acquire(one.lock.with(LockOptions.defaults().renew(false)));
        world.advance(Duration.ofSeconds(10));
        assertThat(lease.state()).isEqualTo(LOST);
        assertThat(one.store.calls(Operation.RENEW)).isEmpty();
        assertThat(two.acquire().isValid()).isTrue();
    }

    @Test
    void afterMaxHoldRenewalStopsAndTheLossIsTold() {
        AtomicInteger told = new AtomicInteger();
        Lease lease = one.acquire(one.lock.with(LockOptions.defaults().maxHold(Duration.ofSeconds(30))));
        lease.onLost(told::incrementAndGet);
        world.advance(Duration.ofSeconds(30));
        assertThat(lease.state()).isEqualTo(HELD);
        world.advance(Duration.ofSeconds(10));
        assertThat(lease.state()).isEqualTo(LOST);
        assertThat(told).hasValue(1);
        assertThatThrownBy(lease::close).hasMessageContaining("maxHold");
    }

    @Test
    void aSlowLookAtALeaseThatIsNotExtendedDoesNotShortenIt() {
        Lease lease = one.acquire(one.lock.with(LockOptions.defaults().renew(false)));
        one.store.hold(Operation.RENEW);
        one.engine.suspended();
        world.advanceMillis(1);
        Call look = one.store.last(Operation.RENEW);
        Duration before = lease.remaining();

        world.advance(Duration.ofSeconds(2));
        look.executeAndAnswer();
        assertThat(lease.remaining()).isEqualTo(before.minusSeconds(2));
        assertThat(lease.state()).isEqualTo(HELD);

        world.advance(lease.remaining().minusNanos(1));
        assertThat(lease.isValid()).isTrue();
        world.advanceMillis(1);
        assertThat(lease.state()).isEqualTo(LOST);
    }

    @Test
    void aLookThatFindsLessThanWasPromisedIsBelieved() {
        Lease lease = one.acquire(one.lock.with(LockOptions.defaults().renew(false)));
        one.store.hold(Operation.RENEW);
        one.engine.suspended();
        world.advanceMillis(1);
        one.store.last(Operation.RENEW).answerWith(Optional.of(Duration.ofSeconds(1)));
        assertThat(lease.remaining()).isBetween(Duration.ofMillis(900), Duration.ofMillis(999));
    }

    @Test
    void minHoldKeepsTheLockTakenAfterRelease() {
        Lease lease = one.acquire(one.lock.with(LockOptions.defaults().minHold(Duration.ofSeconds(5))));
        assertThat(lease.release()).isEqualTo(Release.RELEASED);
        assertThat(two.lock.tryAcquire()).isEmpty();
        assertThat(one.lock.tryAcquire()).as("not even by its own client").isEmpty();
        world.advanceMillis(4_999);
        assertThat(two.lock.tryAcquire()).isEmpty();
        world.advanceMillis(1);
        assertThat(two.lock.tryAcquire()).isPresent();
        one.isIdle();
    }

    @Test
    void whoWaitsGetsTheLockWhenMinHoldIsOver() {
        Lease lease = one.acquire(one.lock.with(LockOptions.defaults().minHold(Duration.ofSeconds(5))));
        CompletableFuture<Lease> waiting = two.wantsLock();
        lease.release();
        world.advanceMillis(4_999);
        assertThat(waiting).isNotDone();
        world.advanceMillis(1_001);
        assertThat(waiting).isCompleted();
    }

    @Test
    void anUnconfirmedReleaseStillKeepsToMinHold() {
        Lease lease = one.acquire(one.lock.with(LockOptions.defaults().minHold(Duration.ofSeconds(5))));
        one.store.cut();
        assertThat(lease.release()).isEqualTo(Release.UNCONFIRMED);
        one.store.heal();
        world.advanceMillis(4_990);
        assertThat(two.lock.tryAcquire()).isEmpty();
        world.advanceMillis(20);
        assertThat(two.lock.tryAcquire()).isPresent();
    }

    @Test
    void aGrantWithTooLittleLeftIsRenewedBeforeItIsReturned() {
        Lease held = one.acquire();
        CompletableFuture<Lease> waiting = two.lock
                .with(LockOptions.defaults().minRemaining(Duration.ofSeconds(8)))
                .acquireAsync();
        held.release();
        world.time.settle();
        assertThat(waiting.join().remaining()).isGreaterThan(Duration.ofSeconds(8));
        assertThat(two.store.calls(Operation.RENEW)).hasSize(1);
    }

    @Test
    void aGrantThatCannotHaveEnoughLeftIsGivenBackAndTriedAgain() {
        CompletableFuture<Lease> waiting;
        one.store.link = call -> () -> one.machine.schedule(
                call::executeAndAnswer, Duration.ofSeconds(4).toNanos());
        waiting = one.lock
                .with(LockOptions.defaults().minRemaining(Duration.ofSeconds(8)))
                .acquireAsync();
        world.advance(Duration.ofSeconds(11));
        assertThat(waiting).isNotDone();
        one.store.heal();
        world.advanceMillis(1_100);
        assertThat(waiting).isCompleted();
        assertThat(waiting.join().remaining()).isGreaterThan(Duration.ofSeconds(8));
        waiting.join().release();
        world.isFree();
    }

    @Test
    void aLostLockStaysClosedForTheLockDelayAndAReleasedOneDoesNot() {
        LockOptions delayed = LockOptions.defaults().lockDelay(Duration.ofSeconds(20));
        Lease released = one.acquire(one.lock.with(delayed));
        released.release();
        Lease lost = one.acquire(one.lock.with(delayed));
        one.store.cut();
        world.advance(Duration.ofSeconds(10));
        assertThat(lost.state()).isEqualTo(LOST);
        one.store.heal();
        lost.release();
        world.advance(Duration.ofSeconds(19));
        assertThat(two.lock.tryAcquire()).isEmpty();
        world.advance(Duration.ofSeconds(2));
        assertThat(two.lock.tryAcquire()).isPresent();
        one.isIdle();
    }

    @Test
    void aLeaseThatCannotBeReliedUponForMinRemainingIsRefused() {
        assertThatThrownBy(() -> one.lock.with(LockOptions.defaults().minRemaining(Duration.ofSeconds(10))))
                .isInstanceOf(InvalidLockException.class)
                .hasMessageContaining("minRemaining");
    }

    @Test
    void withoutRenewalOneWhoWaitedHasAWholeLeaseToo() {
        Lease held = one.acquire();
        CompletableFuture<Lease> waiting =
                two.lock.with(LockOptions.defaults().renew(false)).acquireAsync();
        held.release();
        world.time.settle();
        assertThat(waiting.join().remaining()).isEqualTo(Duration.ofMillis(10_000 - 102));
    }

    @Test
    void closingTheClientKeepsToMinHold() {
        one.acquire(one.lock.with(LockOptions.defaults().minHold(Duration.ofSeconds(5))));
        one.engine.close();
        world.advanceMillis(4_999);
        assertThat(two.lock.tryAcquire()).isEmpty();
        world.advanceMillis(1);
        assertThat(two.lock.tryAcquire()).isPresent();
    }

    @Test
    void aGrantThatReachedNobodyIsNotKeptForMinHold() {
        CompletableFuture<Lease> future = one.lock
                .with(LockOptions.defaults().minHold(Duration.ofSeconds(5)))
                .acquireAsync();
        future.cancel(true);
        world.time.settle();
        assertThat(two.lock.tryAcquire()).isPresent();
    }

    @Test
    void strictOrderIsRefusedWhereThereIsNoQueue() {
        Capabilities none = new Capabilities(Set.of(), Duration.ofMillis(1), Duration.ZERO, Duration.ofSeconds(60));
        Engine engine = new Engine(
                new TestStore(world.memory, none),
                "",
                LockOptions.defaults(),
                List.of(),
                one.machine.environment(),
                () -> {});
        assertThatThrownBy(() -> engine.lock("x").with(LockOptions.defaults().order(Order.STRICT)))
                .isInstanceOf(InvalidLockException.class)
                .hasMessageContaining("STRICT");
        assertThatThrownBy(() -> engine.lock("x").with(LockOptions.defaults().lease(Duration.ofSeconds(61))))
                .isInstanceOf(InvalidLockException.class)
                .hasMessageContaining("at most PT1M");
    }
}
