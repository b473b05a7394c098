package io.holdfast.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.HoldfastClosedException;
import io.holdfast.Lease;
import io.holdfast.LeaseLostException;
import io.holdfast.engine.TestStore.Operation;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Closing a client. */
class ClosingTest {

    private final World world = new World();
    private final World.Client one = world.client();
    private final World.Client two = world.client();

    @Test
    void itReleasesWhatIsHeldAndTellsTheHolder() {
        AtomicInteger told = new AtomicInteger();
        Lease lease = one.acquire();
        lease.onLost(told::incrementAndGet);
        one.engine.close();
        world.isFree();
        assertThat(lease.isValid()).isFalse();
        assertThat(lease.state()).isEqualTo(Lease.State.LOST);
        world.time.settle();
        assertThat(told).hasValue(1);
        assertThatThrownBy(lease::close)
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("client was closed");
        one.isIdle();
    }

    @Test
    void itWakesWhoWaitsWithAClearException() {
        Lease held = one.acquire();
        CompletableFuture<Lease> waiting = two.wantsLock();
        CompletableFuture<Lease> another = two.wantsLock();
        two.engine.close();
        world.time.settle();
        for (CompletableFuture<Lease> future : java.util.List.of(waiting, another)) {
            assertThatThrownBy(future::join)
                    .hasCauseInstanceOf(HoldfastClosedException.class)
                    .hasMessageContaining("orders:42");
        }
        assertThat(world.info().orElseThrow().waiters()).isEmpty();
        two.isIdle();
        held.release();
        world.isFree();
    }

    @Test
    void afterwardsNothingCanBeAcquired() {
        one.engine.close();
        one.engine.close();
        CompletableFuture<Lease> late = one.wantsLock();
        assertThatThrownBy(late::join).hasCauseInstanceOf(HoldfastClosedException.class);
        assertThatThrownBy(one.lock::tryAcquire).isInstanceOf(HoldfastClosedException.class);
        one.isIdle();
    }

    @Test
    void aLeaseThatEndedJustBeforeIsCleanedUpAtOnce() {
        Lease lease = one.acquire();
        one.store.hold(Operation.RENEW);
        world.advance(Duration.ofSeconds(4));
        one.store.last(Operation.RENEW).execute();
        world.advanceMillis(10_000 - 102 - 4_000);
        assertThat(lease.state()).isEqualTo(Lease.State.LOST);
        one.engine.close();
        world.isFree();
        one.isIdle();
    }
}
