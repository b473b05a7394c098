package io.holdfast.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.InvalidLockException;
import io.holdfast.Lease;
import io.holdfast.LockOptions;
import io.holdfast.Order;
import io.holdfast.Release;
import io.holdfast.spi.Capabilities.Feature;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What cannot be is refused with a reason, before the store hears of it; what can be is not refused. */
class RefusalsContract extends EngineGroup {

    private static final Duration MORE = Duration.ofSeconds(1);

    /** {@return what cannot be the name of a lock} */
    static Stream<String> impossible() {
        return Stream.of(
                "",
                "\0",
                "a\nb",
                "a\u007f",
                "a\u0085",
                "\ud83d",
                "\udd12\ud83d",
                "a\udd12",
                "x".repeat(513),
                "\u9501".repeat(171));
    }

    RefusalsContract(StoreContract contract) {
        super(contract);
    }

    @ParameterizedTest
    @MethodSource("impossible")
    void aNameThatCannotBeIsRefusedBeforeAnythingIsSent(String name) {
        CountedStore counted = new CountedStore(store());
        Holdfast client = open(counted);
        int before = counted.requests();
        assertThatThrownBy(() -> client.lock(name)).isInstanceOf(InvalidLockException.class);
        assertThatThrownBy(() -> client.locks().find(name)).isInstanceOf(InvalidLockException.class);
        assertThat(counted.requests()).isEqualTo(before);
    }

    @Test
    void aNameOf512BytesIsNotRefused() {
        String start = UUID.randomUUID() + ":";
        assertWorks(open().lock(start + "x".repeat(512 - start.length())));
    }

    @Test
    void theLongestLeaseIsNotRefused() {
        assertWorks(open().lock(name())
                .with(LockOptions.defaults().lease(capabilities().maxLease())));
    }

    @Test
    void aLongerLeaseIsRefusedBeforeAnythingIsSent() {
        CountedStore counted = new CountedStore(store());
        DistributedLock lock = open(counted).lock(name());
        int before = counted.requests();
        Duration longest = capabilities().maxLease();
        assertThatThrownBy(() -> lock.with(LockOptions.defaults().lease(longest.plus(MORE))))
                .isInstanceOf(InvalidLockException.class);
        assertThat(counted.requests()).isEqualTo(before);
    }

    @Test
    void aLockDelayCountsAsPartOfTheLease() {
        LockOptions options =
                LockOptions.defaults().lease(capabilities().maxLease()).lockDelay(MORE);
        DistributedLock lock = open().lock(name());
        assertThatThrownBy(() -> lock.with(options)).isInstanceOf(InvalidLockException.class);
        assertThatThrownBy(() ->
                        Holdfast.builder().store(store()).defaults(options).build())
                .isInstanceOf(InvalidLockException.class);
    }

    @Test
    @Needs(Feature.FIFO)
    void strictOrderGoesThroughTheQueue() throws Exception {
        LockOptions strict = LockOptions.defaults().order(Order.STRICT);
        DistributedLock lock = open().lock(name()).with(strict);
        Holdfast client = open();
        Lease first = lock.acquire();
        CompletableFuture<Lease> waiting = client.lock(lock.name()).with(strict).acquireAsync();
        awaitWaiters(client, lock.name(), 1);
        CompletableFuture<Lease> again = lock.acquireAsync();
        assertThat(first.release()).isEqualTo(Release.RELEASED);
        Lease second = served(waiting, A_POLL);
        assertThat(again).isNotDone();
        assertThat(second.release()).isEqualTo(Release.RELEASED);
        assertThat(served(again, A_POLL).token()).isGreaterThan(second.token());
    }

    @Test
    @Lacks(Feature.FIFO)
    void withoutAQueueStrictOrderIsRefused() {
        DistributedLock lock = open().lock(name());
        assertThatThrownBy(() -> lock.with(LockOptions.defaults().order(Order.STRICT)))
                .isInstanceOf(InvalidLockException.class)
                .hasMessageContaining("STRICT");
    }

    private static void assertWorks(DistributedLock lock) {
        assertThat(lock.tryAcquire())
                .hasValueSatisfying(lease -> assertThat(lease.release()).isEqualTo(Release.RELEASED));
    }
}
