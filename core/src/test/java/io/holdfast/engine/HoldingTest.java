package io.holdfast.engine;

import static io.holdfast.Lease.State.AT_RISK;
import static io.holdfast.Lease.State.HELD;
import static io.holdfast.Lease.State.LOST;
import static io.holdfast.Lease.State.RELEASED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Lease;
import io.holdfast.LeaseLostException;
import io.holdfast.LockOptions;
import io.holdfast.Release;
import io.holdfast.engine.TestStore.Call;
import io.holdfast.engine.TestStore.Operation;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Renewal, risk and loss while a lease is held, and its release. */
class HoldingTest {

    private final World world = new World();
    private final World.Client one = world.client();
    private final World.Client two = world.client();
    private final AtomicInteger told = new AtomicInteger();

    @Test
    void aHeldLeaseIsRenewedForAsLongAsItTakes() {
        Lease lease = one.acquire();
        world.advance(Duration.ofMinutes(10));
        assertThat(lease.state()).isEqualTo(HELD);
        assertThat(one.store.calls(Operation.RENEW).size()).isBetween(180, 200);
        assertThat(two.lock.tryAcquire()).isEmpty();
    }

    @Test
    void manyLeasesAreRenewedTogether() {
        AtomicInteger requests = new AtomicInteger();
        for (int i = 0; i < 1_000; i++) {
            one.acquire(one.engine.lock("lock " + i));
            world.advanceMillis(3);
        }
        one.store.calls.clear();
        long[] last = {-1};
        one.store.link = call -> {
            // All that is sent at one moment is one batch.
            if (world.time.elapsed() != last[0]) {
                last[0] = world.time.elapsed();
                requests.incrementAndGet();
            }
            return call::executeAndAnswer;
        };
        world.advance(Duration.ofSeconds(30));
        assertThat(one.store.calls(Operation.RENEW).size()).isGreaterThanOrEqualTo(9_000);
        assertThat(requests.get()).as("batches in 30 s").isLessThan(120);
    }

    @Test
    void renewalStopsWithRelease() {
        Lease lease = one.acquire();
        world.advance(Duration.ofSeconds(5));
        lease.release();
        one.store.calls.clear();
        world.advance(Duration.ofMinutes(1));
        assertThat(one.store.calls).isEmpty();
    }

    @Test
    void aRenewalThatCrossesWithTheReleaseBringsNothingBack() {
        Lease lease = one.acquire();
        one.store.hold(Operation.RENEW);
        world.advance(Duration.ofSeconds(4));
        assertThat(lease.release()).isEqualTo(Release.RELEASED);

        one.store.last(Operation.RENEW).executeAndAnswer();
        world.advance(Duration.ofSeconds(20));

        world.isFree();
        assertThat(lease.state()).isEqualTo(RELEASED);
        assertThat(one.store.calls(Operation.RENEW)).hasSize(1);
        one.isIdle();
    }

    @Test
    void aStoreThatIsAwayForAMomentIsARiskAndNoLoss() {
        Lease lease = one.acquire();
        lease.onLost(told::incrementAndGet);
        one.store.cut();
        world.advance(Duration.ofSeconds(6));
        assertThat(lease.state()).isEqualTo(AT_RISK);
        assertThat(lease.isValid()).isTrue();

        one.store.heal();
        world.advance(Duration.ofSeconds(2));

        assertThat(lease.state()).isEqualTo(HELD);
        assertThat(told).hasValue(0);
    }

    @Test
    void lossIsToldAtTheDeadlineAndNotLater() {
        Lease lease = one.acquire();
        lease.onLost(told::incrementAndGet);
        one.store.cut();
        Duration left = lease.remaining();
        assertThat(left).isEqualTo(Duration.ofMillis(10_000 - 102));
        world.advance(left.minusNanos(1));
        assertThat(told).hasValue(0);
        assertThat(lease.isValid()).isTrue();

        world.advance(Duration.ofNanos(1));

        assertThat(told).hasValue(1);
        assertThat(lease.isValid()).isFalse();
        assertThat(lease.state()).isEqualTo(LOST);
    }

    @Test
    void theHolderStopsBeforeTheStoreLetsAnotherIn() {
        Lease lease = one.acquire();
        one.store.cut();
        CompletableFuture<Lease> next = two.wantsLock();
        while (!next.isDone()) {
            assertThat(world.time.runNext()).isTrue();
            assertThat(next.isDone() && lease.isValid()).isFalse();
        }
        assertThat(lease.state()).isEqualTo(LOST);
        assertThat(next.join().token()).isGreaterThan(lease.token());
    }

    @Test
    void lostIsFinalWhateverArrivesLater() {
        Lease lease = one.acquire();
        one.store.hold(Operation.RENEW);
        world.advance(Duration.ofSeconds(4));
        Call renewal = one.store.last(Operation.RENEW).execute();
        world.advance(Duration.ofSeconds(6));
        assertThat(lease.state()).isEqualTo(LOST);

        renewal.answer();

        assertThat(lease.state()).isEqualTo(LOST);
        assertThat(lease.release()).isEqualTo(Release.LOST);
        world.advance(Duration.ofSeconds(1));
        world.isFree();
        one.isIdle();
    }

    @Test
    void afterAPauseLongerThanTheLeaseTheFirstLookSaysSo() {
        Lease lease = one.acquire();
        lease.onLost(told::incrementAndGet);
        one.machine.pause(Duration.ofSeconds(15));
        world.advance(Duration.ofSeconds(15).minusNanos(1));

        assertThat(lease.isValid()).as("before any timer ran").isFalse();
        assertThat(lease.state()).isEqualTo(LOST);
        world.advance(Duration.ofSeconds(1));
        assertThat(told).hasValue(1);
    }

    @Test
    void aSuccessfulRenewalThatIsAnsweredAfterTheDeadlineDoesNotReviveWhatWasNotLookedAt() {
        Lease lease = one.acquire();
        one.store.hold(Operation.RENEW);
        world.advance(Duration.ofSeconds(4));
        Call renewal = one.store.last(Operation.RENEW).execute();
        one.machine.pause(Duration.ofSeconds(20));
        world.advance(Duration.ofSeconds(6));
        renewal.answer();
        assertThat(lease.isValid()).isFalse();
        assertThat(lease.state()).isEqualTo(LOST);
    }

    @Test
    void theStoresWordThatItIsGoneIsHeardAtOnce() {
        Lease lease = one.acquire();
        lease.onLost(told::incrementAndGet);
        String owner = world.info().orElseThrow().holders().get(0).owner();
        one.engine.lost(World.NAME, owner);
        one.engine.lost(World.NAME, owner);
        world.time.settle();
        assertThat(told).hasValue(1);
        assertThat(lease.state()).isEqualTo(LOST);
    }

    @Test
    void aRenewalThatFindsTheClaimGoneIsLoss() {
        Lease lease = one.acquire();
        lease.onLost(told::incrementAndGet);
        world.robTheHolder();
        world.advance(Duration.ofSeconds(4));
        assertThat(told).hasValue(1);
        assertThat(lease.state()).isEqualTo(LOST);
        assertThatThrownBy(lease::close)
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("orders:42")
                .hasMessageContaining("no longer has it");
        assertThatCode(lease::close).as("closing again does nothing").doesNotThrowAnyException();
    }

    @Test
    void aReleaseThatFindsTheClaimGoneIsLoss() {
        Lease lease = one.acquire();
        lease.onLost(told::incrementAndGet);
        world.robTheHolder();
        assertThat(lease.release()).isEqualTo(Release.LOST);
        world.time.settle();
        assertThat(told).hasValue(1);
        assertThat(lease.state()).isEqualTo(LOST);
        one.isIdle();
    }

    @Test
    void aLateCallbackOfALostLeaseRunsAtOnceAndOneOfAReleasedLeaseNever() {
        Lease lost = one.acquire();
        one.store.cut();
        world.advance(Duration.ofSeconds(10));
        lost.onLost(told::incrementAndGet);
        world.time.settle();
        assertThat(told).hasValue(1);

        Lease released = two.acquire();
        released.onLost(told::incrementAndGet);
        released.release();
        released.onLost(told::incrementAndGet);
        world.advance(Duration.ofMinutes(1));
        assertThat(told).hasValue(1);
    }

    @Test
    void aCallbackThatThrowsDisturbsNothing() {
        Lease lease = one.acquire();
        lease.onLost(() -> {
            throw new IllegalStateException("on purpose");
        });
        lease.onLost(told::incrementAndGet);
        one.store.cut();
        world.advance(Duration.ofSeconds(10));
        assertThat(told).hasValue(1);
    }

    @Test
    void aReleaseThatIsNotConfirmedIsRepeatedUntilItIs() {
        Lease lease = one.acquire();
        one.store.cut();
        assertThat(lease.release()).isEqualTo(Release.UNCONFIRMED);
        assertThatCode(lease::close).doesNotThrowAnyException();
        assertThat(two.lock.tryAcquire()).isEmpty();

        one.store.heal();
        world.advance(Duration.ofSeconds(1));

        world.isFree();
        one.isIdle();
    }

    @Test
    void aReleaseWhoseAnswerWasLostIsNoLoss() {
        Lease lease = one.acquire();
        lease.onLost(told::incrementAndGet);
        one.store.link = call -> () -> {
            call.execute();
            one.store.heal();
            call.timeOut();
        };
        assertThat(lease.release()).isEqualTo(Release.UNCONFIRMED);
        world.advance(Duration.ofSeconds(30));
        assertThat(told).hasValue(0);
        assertThat(lease.state()).isEqualTo(RELEASED);
        assertThat(lease.release()).as("the same answer again").isEqualTo(Release.UNCONFIRMED);
        one.isIdle();
    }

    @Test
    void releasingTwiceIsOneRelease() {
        Lease lease = one.acquire();
        assertThat(lease.release()).isEqualTo(Release.RELEASED);
        assertThat(lease.release()).isEqualTo(Release.RELEASED);
        lease.close();
        assertThat(one.store.calls(Operation.RELEASE)).hasSize(1);
        assertThatThrownBy(lease::ensureValid)
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("released already");
    }

    @Test
    void aSuspendedMachineDoesNotTrustItsLeaseUntilItIsRenewed() {
        Lease lease = one.acquire();
        one.machine.moveWall(Duration.ofHours(1));
        assertThat(lease.isValid()).isFalse();
        assertThat(lease.state()).isEqualTo(AT_RISK);
        assertThatThrownBy(lease::ensureValid).hasMessageContaining("suspended");

        world.time.settle();

        assertThat(lease.isValid()).as("it was renewed at once").isTrue();
        assertThat(lease.state()).isEqualTo(HELD);
    }

    @Test
    void aSuspendedMachineHearsOfItsLossThoughNobodyLooks() {
        Lease lease = one.acquire();
        lease.onLost(told::incrementAndGet);
        world.robTheHolder();
        one.machine.moveWall(Duration.ofHours(1));
        world.advanceMillis(1_001);
        assertThat(told).hasValue(1);
    }

    @Test
    void aWallClockThatStepsBackOnlyCostsARenewal() {
        Lease lease = one.acquire();
        one.machine.moveWall(Duration.ofHours(-1));
        world.advanceMillis(1_001);
        assertThat(lease.isValid()).isTrue();
        assertThat(one.store.calls(Operation.RENEW)).hasSize(1);
    }

    @Test
    void aLeaseThatIsNotRenewedIsLookedAfterWhenTheMachineWasSuspendedButNotExtended() {
        Lease lease = one.acquire(one.lock.with(LockOptions.defaults().renew(false)));
        world.advance(Duration.ofSeconds(4));
        one.machine.moveWall(Duration.ofSeconds(30));
        assertThat(lease.isValid()).isFalse();
        world.time.settle();
        assertThat(lease.isValid()).isTrue();
        assertThat(lease.remaining()).isLessThan(Duration.ofSeconds(6));
        world.advance(Duration.ofSeconds(6));
        assertThat(lease.state()).isEqualTo(LOST);
    }

    @Test
    void aConnectionInDoubtPutsLeasesAtRiskUntilARenewalSucceeds() {
        Lease lease = one.acquire();
        one.store.hold(Operation.RENEW);
        one.engine.suspended();
        assertThat(lease.state()).isEqualTo(AT_RISK);
        assertThat(lease.isValid()).isTrue();
        world.time.settle();
        one.store.last(Operation.RENEW).executeAndAnswer();
        assertThat(lease.state()).isEqualTo(HELD);
    }

    @Test
    void aStoreThatThrowsAnErrorIsARiskAndNoMore() {
        Lease lease = one.acquire();
        Lease other = one.acquire(one.engine.lock("other"));
        one.store.link = call -> {
            one.store.heal();
            throw new StackOverflowError("on purpose");
        };
        world.advance(Duration.ofSeconds(60));
        assertThat(lease.state()).isEqualTo(HELD);
        assertThat(other.state()).isEqualTo(HELD);
    }

    @Test
    void aTimerThatIsCalledOffTooLateDoesNotMultiply() {
        one.machine.cancelsTooLate = true;
        for (int i = 0; i < 20; i++) {
            one.acquire(one.engine.lock("lock " + i).with(LockOptions.defaults().lease(Duration.ofSeconds(30 - i))));
        }
        long before = world.time.ran();
        world.advance(Duration.ofSeconds(60));
        assertThat(world.time.ran() - before).isLessThan(700);
    }
}
