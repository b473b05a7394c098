package io.holdfast.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.holdfast.ClaimInfo;
import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LeaseLostException;
import io.holdfast.LockInfo;
import io.holdfast.LockOptions;
import io.holdfast.Locks;
import io.holdfast.Release;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A lease is kept for as long as it is held; if it is lost all the same, its holder hears of it. */
class LossContract extends EngineGroup {

    LossContract(StoreContract contract) {
        super(contract);
    }

    @Test
    void aLeaseIsRenewedForAsLongAsItIsHeld() throws Exception {
        DistributedLock lock = open().lock(name()).with(leaseOf(5));
        DistributedLock other = open().lock(lock.name());
        Lease lease = lock.acquire();
        long token = lease.token();
        for (long end = System.nanoTime() + units(12).toNanos(); System.nanoTime() - end < 0; ) {
            assertThat(lease.isValid()).isTrue();
            assertThat(other.tryAcquire()).isEmpty();
            Eventually.reached(System.nanoTime() + unit().dividedBy(3).toNanos());
        }
        assertThat(lease.token()).isEqualTo(token);
        assertThat(lease.release()).isEqualTo(Release.RELEASED);
        assertThat(other.tryAcquire()).isPresent();
    }

    @Test
    void aLeaseThatIsTakenAwayIsHeardOfOnce() throws Exception {
        Lease lease = open().lock(name()).with(leaseOf(4)).acquire();
        AtomicInteger heard = new AtomicInteger();
        lease.onLost(heard::incrementAndGet);
        takeAway(lease.name());
        Eventually.holds("the loss is heard of", units(4).plus(SOON), () -> heard.get() > 0);
        assertIsLost(lease);
        assertThat(heard).hasValue(1);
        CompletableFuture<Boolean> late = new CompletableFuture<>();
        lease.onLost(() -> late.complete(true));
        assertThat(late).as("one who comes late").succeedsWithin(SOON);
    }

    @Test
    void aLeaseThatIsTakenAwayIsLostWhenItIsReleasedToo() throws Exception {
        Lease lease = open().lock(name()).acquire();
        takeAway(lease.name());
        Lease next = open().lock(lease.name()).acquire(A_POLL);
        assertThat(next.token()).isGreaterThan(lease.token());
        assertThat(lease.release()).isEqualTo(Release.LOST);
        assertIsLost(lease);
        assertThat(next.release()).isEqualTo(Release.RELEASED);
    }

    @Test
    void withoutRenewalALeaseEndsByItselfAndBeforeAnyoneElseIsServed() throws Exception {
        DistributedLock lock = open().lock(name()).with(leaseOf(2).renew(false));
        Lease lease = lock.acquire();
        AtomicInteger heard = new AtomicInteger();
        lease.onLost(heard::incrementAndGet);
        Lease next = open().lock(lock.name()).acquire(afterDeath(units(2)));
        assertThat(lease.isValid()).isFalse();
        Eventually.holds("the loss is heard of", SOON, () -> heard.get() == 1);
        assertIsLost(lease);
        assertThat(next.token()).isGreaterThan(lease.token());
    }

    @Test
    void theReleaseOfALeaseThatWasLostDoesNotReachTheNextHolder() throws Exception {
        Lease lost = open().lock(name()).with(leaseOf(1).renew(false)).acquire();
        Holdfast client = open();
        Lease next = client.lock(lost.name()).acquire(afterDeath(unit()));
        assertThat(lost.release()).isEqualTo(Release.LOST);
        assertThat(open().lock(lost.name()).tryAcquire()).isEmpty();
        assertThat(client.locks().find(lost.name()).orElseThrow().holders())
                .extracting(ClaimInfo::token)
                .containsExactly(next.token());
        assertThat(next.release()).isEqualTo(Release.RELEASED);
    }

    @Test
    void aLockThatWasLostStaysClosedForItsLockDelay() throws Exception {
        Holdfast client = open();
        LockOptions options = leaseOf(1).renew(false);
        Lease closedForLong =
                client.lock(name()).with(options.lockDelay(longDelay(SOON))).acquire();
        Lease closed = client.lock(name()).with(options.lockDelay(unit())).acquire();
        Holdfast other = open();
        other.lock(closed.name()).acquire(afterDeath(units(2)));
        assertIsLost(closed);
        assertIsLost(closedForLong);
        // If it were not for the delay, it would be free by now too, as far as the store can tell the time.
        Eventually.reached(System.nanoTime() + capabilities().granularity().toNanos());
        assertThat(other.lock(closedForLong.name()).tryAcquire()).isEmpty();
    }

    @Test
    void aLockThatIsReleasedOpensAtOnceWhateverItsLockDelay() throws Exception {
        LockOptions options = LockOptions.defaults().lockDelay(longDelay(SOON));
        Lease lease = open().lock(name()).with(options).acquire();
        assertThat(lease.release()).isEqualTo(Release.RELEASED);
        assertThat(open().lock(lease.name()).tryAcquire()).isPresent();
    }

    @Test
    void aLockStaysTakenForItsMinimumHoldEvenIfItIsReleasedSooner() throws Exception {
        Holdfast client = open();
        LockOptions options = LockOptions.defaults();
        Lease lease = client.lock(name()).with(options.minHold(unit())).acquire();
        Lease keptForLong = client.lock(name()).with(options.minHold(SOON)).acquire();
        assertThat(lease.release()).isEqualTo(Release.RELEASED);
        assertThat(keptForLong.release()).isEqualTo(Release.RELEASED);
        Holdfast other = open();
        other.lock(lease.name()).acquire(unit().plus(A_POLL));
        assertThat(other.lock(keptForLong.name()).tryAcquire()).isEmpty();
    }

    @Test
    void whoClosesItsClientLosesItsLeaseAndTheLockIsFree() throws Exception {
        Holdfast client = open();
        Lease lease = client.lock(name()).acquire();
        CompletableFuture<Boolean> heard = new CompletableFuture<>();
        lease.onLost(() -> heard.complete(true));
        client.close();
        assertThat(heard).succeedsWithin(SOON);
        assertIsLost(lease);
        assertThat(open().lock(lease.name()).tryAcquire()).isPresent();
    }

    @Test
    void brokenConnectionsAreNotALoss() throws Exception {
        assumeTrue(fixture().breakConnections().isPresent(), "There are no connections");
        // Long enough for clients that pause for a second or two before they connect again.
        Lease lease = open().lock(name()).with(leaseOf(10)).acquire();
        fixture().breakConnections().get().strike();
        // By now it would be over if it had not been renewed since.
        Eventually.reached(System.nanoTime() + units(10).toNanos());
        assertThat(lease.state()).isNotEqualTo(Lease.State.LOST);
        assertThat(lease.release()).isNotEqualTo(Release.LOST);
    }

    /** Takes a lock from its holder, as somebody would who looks at the store. */
    private void takeAway(String name) {
        Locks locks = open().locks();
        LockInfo seen = locks.find(name).orElseThrow();
        ClaimInfo holder = seen.holders().get(0);
        assertThat(locks.forceRelease(seen, holder, Duration.ZERO)).isTrue();
        assertThat(locks.forceRelease(seen, holder, Duration.ZERO)).as("again").isFalse();
    }

    private static void assertIsLost(Lease lease) {
        assertThat(lease.state()).isEqualTo(Lease.State.LOST);
        assertThat(lease.isValid()).isFalse();
        assertThat(lease.remaining()).isZero();
        assertThatThrownBy(lease::ensureValid).isInstanceOf(LeaseLostException.class);
        assertThatThrownBy(lease::close).isInstanceOf(LeaseLostException.class);
    }
}
