package io.holdfast.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Holdfast;
import io.holdfast.InvalidLockException;
import io.holdfast.Lease;
import io.holdfast.LockTimeoutException;
import io.holdfast.Release;
import io.holdfast.Semaphore;
import io.holdfast.spi.Capabilities.Feature;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Permits as their users have them. */
@Needs(Feature.PERMITS)
class SemaphoreContract extends EngineGroup {

    SemaphoreContract(StoreContract contract) {
        super(contract);
    }

    @Test
    void clientsNeverHoldMoreThanThereIs() throws Exception {
        String name = name();
        AtomicInteger taken = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<Callable<Boolean>> contenders = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Semaphore semaphore = open().semaphore(name, 3);
            for (int thread = 0; thread < 2; thread++) {
                contenders.add(() -> {
                    for (int turn = 0; turn < 12; turn++) {
                        int count = 1 + ThreadLocalRandom.current().nextInt(3);
                        semaphore.permits(count).run(lease -> {
                            most.accumulateAndGet(taken.addAndGet(count), Math::max);
                            assertThat(lease.token()).isZero();
                            taken.addAndGet(-count);
                        });
                    }
                    return true;
                });
            }
        }
        together(contenders);
        assertThat(most).hasValueLessThanOrEqualTo(3);
    }

    @Test
    @Needs(Feature.FIFO)
    void whoWantsManyIsServedInItsTurn() throws Exception {
        Semaphore one = open().semaphore(name(), 2);
        Holdfast client = open();
        Semaphore other = client.semaphore(one.name(), 2);
        Lease first = one.acquire(1);
        CompletableFuture<Lease> both = other.permits(2).acquireAsync();
        awaitWaiters(client, one.name(), 1);
        assertThat(one.tryAcquire(1)).isEmpty();
        CompletableFuture<Lease> late = one.permits(1).acquireAsync();
        awaitWaiters(client, one.name(), 2);
        assertThat(first.release()).isEqualTo(Release.RELEASED);
        Lease served = served(both, A_POLL);
        assertThat(late).isNotDone();
        assertThat(served.release()).isEqualTo(Release.RELEASED);
        served(late, A_POLL);
    }

    @Test
    void aWaitThatEndsWithoutAPermitLeavesNothingBehind() throws Exception {
        Semaphore semaphore = open().semaphore(name(), 1);
        Holdfast client = open();
        Lease lease = semaphore.acquire(1);
        Semaphore other = client.semaphore(semaphore.name(), 1);
        assertThatThrownBy(() -> other.acquire(1, unit())).isInstanceOf(LockTimeoutException.class);
        other.permits(1).acquireAsync().cancel(true);
        awaitWaiters(client, semaphore.name(), 0);
        assertThat(lease.release()).isEqualTo(Release.RELEASED);
        Lease next = other.acquire(1, A_POLL);
        assertThat(next.release()).isEqualTo(Release.RELEASED);
        Eventually.holds(
                "nothing is left",
                SOON,
                () -> client.locks().find(semaphore.name()).isEmpty());
    }

    @Test
    void clientsThatDisagreeAboutTheNumberAreToldBoth() throws Exception {
        Semaphore semaphore = open().semaphore(name(), 7);
        semaphore.acquire(1);
        assertThatThrownBy(() -> open().semaphore(semaphore.name(), 9).acquire(1))
                .isInstanceOf(InvalidLockException.class)
                .hasMessageContaining("7")
                .hasMessageContaining("9");
    }

    @Test
    @Needs({Feature.RESIZE, Feature.FIFO})
    void theNumberCanBeChangedWhileItIsInUse() throws Exception {
        Holdfast client = open();
        Semaphore one = client.semaphore(name(), 1);
        Semaphore other = open().semaphore(one.name(), 1);
        Lease lease = one.acquire(1);
        CompletableFuture<Lease> waiting = other.permits(1).acquireAsync();
        awaitWaiters(client, one.name(), 1);
        Semaphore two = one.resize(2);
        Lease second = served(waiting, A_POLL);
        assertThat(two.tryAcquire(1)).isEmpty();
        assertThatThrownBy(() -> other.tryAcquire(1))
                .isInstanceOf(InvalidLockException.class)
                .hasMessageContaining("1")
                .hasMessageContaining("2");
        assertThat(lease.release()).isEqualTo(Release.RELEASED);
        assertThat(second.release()).isEqualTo(Release.RELEASED);
        assertThat(two.tryAcquire(2)).isPresent();
    }

    @Test
    @Lacks(Feature.PERMITS)
    void withoutPermitsASemaphoreIsRefusedBeforeAnythingIsSent() {
        CountedStore counted = new CountedStore(store());
        Holdfast client = open(counted);
        int before = counted.requests();
        assertThatThrownBy(() -> client.semaphore(name(), 3)).isInstanceOf(InvalidLockException.class);
        assertThat(counted.requests()).isEqualTo(before);
    }
}
