package io.holdfast.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.DistributedLock;
import io.holdfast.Lease;
import io.holdfast.LockOptions;
import io.holdfast.Order;
import io.holdfast.engine.TestStore.Operation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Passing a lock on inside a client, and taking turns with other clients. */
class HandOffTest {

    private final World world = new World();
    private final World.Client one = world.client();
    private final World.Client two = world.client();

    /** Who got the lock, in order. */
    private final List<String> turns = new ArrayList<>();

    private final List<Long> tokens = new ArrayList<>();

    @Test
    void aReleasePassesTheLockOnWithinTheClientWithoutARequest() {
        Lease first = one.acquire();
        CompletableFuture<Lease> second = one.wantsLock();
        int before = one.store.calls.size();

        first.release();
        world.time.settle();

        assertThat(second).isCompleted();
        assertThat(one.store.calls).hasSize(before);
        assertThat(second.join().token()).isEqualTo(first.token() + 1);
        assertThat(first.isValid()).isFalse();
        assertThat(second.join().isValid()).isTrue();
        second.join().release();
        world.isFree();
    }

    @Test
    void aBatchIsAtMost32Grants() {
        Lease held = one.acquire();
        work(one, one.lock, "one", 100, Duration.ZERO);
        work(two, two.lock, "two", 1, Duration.ZERO);
        held.release();
        world.time.settle();
        assertThat(turns.indexOf("two"))
                .as("the holder, 31 more, then the other client")
                .isEqualTo(31);
        assertThat(turns).hasSize(101);
        assertThat(tokens).isSorted().doesNotHaveDuplicates();
        world.isFree();
    }

    @Test
    void aBatchIsAtMost20Milliseconds() {
        Lease held = one.acquire();
        work(one, one.lock, "one", 100, Duration.ofMillis(3));
        work(two, two.lock, "two", 1, Duration.ZERO);
        held.release();
        world.advance(Duration.ofSeconds(2));
        assertThat(turns.indexOf("two")).isBetween(6, 8);
        assertThat(tokens).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void withLongSectionsClientsTakeTurnsOneByOne() {
        work(one, one.lock, "one", 5, Duration.ofMillis(200));
        work(two, two.lock, "two", 5, Duration.ofMillis(200));
        world.advance(Duration.ofSeconds(3));
        assertThat(turns).containsExactly("one", "two", "one", "two", "one", "two", "one", "two", "one", "two");
        assertThat(tokens).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void strictOrderAlternatesUnderContention() {
        LockOptions strict = LockOptions.defaults().order(Order.STRICT);
        Lease held = world.client().acquire();
        work(one, one.lock.with(strict), "one", 4, Duration.ZERO);
        work(two, two.lock.with(strict), "two", 4, Duration.ZERO);
        held.release();
        world.time.settle();
        assertThat(turns).containsExactly("one", "two", "one", "two", "one", "two", "one", "two");
        assertThat(one.store.calls.size() + two.store.calls.size())
                .as("to join, and then one request for each grant")
                .isEqualTo(2 + 8);
    }

    @Test
    void aLockThatIsLostIsNotPassedOn() {
        Lease first = one.acquire();
        CompletableFuture<Lease> second = one.wantsLock();
        one.store.cut();
        world.advance(Duration.ofSeconds(9).plusMillis(900));
        assertThat(first.isValid()).isFalse();
        assertThat(second).isNotDone();
        one.store.heal();
        world.advance(Duration.ofSeconds(1));
        assertThat(second).isCompleted();
        assertThat(second.join().token()).isGreaterThan(first.token() + 31);
    }

    @Test
    void aLockAtRiskIsNotPassedOn() {
        Lease first = one.acquire();
        one.engine.suspended();
        one.store.hold(Operation.RENEW);
        CompletableFuture<Lease> second = one.wantsLock();
        first.release();
        world.time.settle();
        assertThat(second).isCompleted();
        assertThat(one.store.calls(Operation.RELEASE)).as("by way of the store").hasSize(1);
    }

    @Test
    void withoutRenewalEachHolderHasAWholeLease() {
        DistributedLock lock = one.lock.with(LockOptions.defaults().renew(false));
        Lease first = one.acquire(lock);
        CompletableFuture<Lease> second = lock.acquireAsync();
        world.advance(Duration.ofMillis(10));
        first.release();
        world.time.settle();
        assertThat(second.join().remaining()).isGreaterThan(Duration.ofMillis(9_890));
    }

    @Test
    void waitersThatGaveUpAreSkipped() {
        Lease first = one.acquire();
        CompletableFuture<Lease> second = one.wantsLock();
        CompletableFuture<Lease> third = one.wantsLock();
        second.cancel(true);
        first.release();
        world.time.settle();
        assertThat(third).isCompleted();
        third.join().release();
        one.isIdle();
        world.isFree();
    }

    @Test
    void aRejoinWhoseAnswerIsLostIsAbandonedAndTheWaiterJoinsAnew() {
        Lease first = one.acquire();
        CompletableFuture<Lease> second = one.wantsLock();
        world.advanceMillis(30);
        one.store.link = call -> () -> {
            one.store.heal();
            call.execute();
            call.timeOut();
        };
        first.release();
        world.advance(Duration.ofSeconds(1));
        assertThat(second).isCompleted();
        second.join().release();
        world.advance(Duration.ofSeconds(1));
        world.isFree();
        one.isIdle();
    }

    @Test
    void oneThousandWaitersOfOneClientCostFewRequests() {
        Lease held = one.acquire();
        work(one, one.lock, "one", 1_000, Duration.ZERO);
        one.store.calls.clear();
        held.release();
        world.time.settle();
        assertThat(turns).hasSize(1_000);
        assertThat(one.store.calls.size()).as("requests for 1000 grants").isLessThan(35);
    }

    private void work(World.Client client, DistributedLock lock, String who, int times, Duration section) {
        for (int i = 0; i < times; i++) {
            var unused = lock.acquireAsync().thenAccept(lease -> {
                turns.add(who);
                tokens.add(lease.token());
                client.machine.schedule(() -> lease.releaseAsync(), section.toNanos());
            });
        }
    }
}
