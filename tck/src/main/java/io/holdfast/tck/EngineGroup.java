package io.holdfast.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.ClaimInfo;
import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LockInfo;
import io.holdfast.LockOptions;
import io.holdfast.LockStore;
import io.holdfast.spi.Capabilities.Feature;
import io.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;

/** Tests of one promise that users are made: of the engine on top of the store. */
class EngineGroup extends ContractGroup {

    /** How long it may take to notice what no signal tells: until the next poll, and a while for a busy machine. */
    static final Duration A_POLL = StoreSession.HEARTBEAT.plusSeconds(2);

    private final List<Holdfast> opened = new CopyOnWriteArrayList<>();

    EngineGroup(StoreContract contract) {
        super(contract);
    }

    @AfterEach
    void closeOpened() {
        opened.forEach(Holdfast::close);
    }

    /** {@return a new client of the store, closed after the test} */
    final Holdfast open() {
        return open(store());
    }

    /** {@return a new client of a store that stands before the store, closed after the test} */
    final Holdfast open(LockStore store) {
        return closedLater(Holdfast.open(store));
    }

    final Holdfast closedLater(Holdfast holdfast) {
        opened.add(holdfast);
        return holdfast;
    }

    /** {@return options with a lease of some units} */
    final LockOptions leaseOf(int units) {
        return LockOptions.defaults().lease(units(units));
    }

    /** {@return what somebody was served with who had to wait} */
    static <T extends Lease> T served(CompletableFuture<T> waiting, Duration within) {
        return assertThat(waiting).succeedsWithin(within).actual();
    }

    /** {@return who stands in the queue of a lock} */
    static List<ClaimInfo> waiters(Holdfast onlooker, String name) {
        return onlooker.locks().find(name).map(LockInfo::waiters).orElse(List.of());
    }

    /** Waits until so many clients stand in the queue of a lock. Where there is no queue there is nothing to see. */
    final void awaitWaiters(Holdfast onlooker, String name, int count) {
        if (capabilities().has(Feature.FIFO)) {
            Eventually.holds(
                    count + " wait for '" + name + "'",
                    SOON,
                    () -> waiters(onlooker, name).size() == count);
        }
    }

    /** {@return how much of a lock is taken} */
    static List<Integer> taken(Holdfast onlooker, String name) {
        return onlooker.locks().find(name).map(LockInfo::holders).orElse(List.of()).stream()
                .map(ClaimInfo::units)
                .sorted()
                .toList();
    }

    /** {@return how long a lock may stay taken whose holder died, with time to notice it} */
    final Duration afterDeath(Duration lease) {
        return lease.plus(capabilities().slack()).plus(A_POLL);
    }
}
