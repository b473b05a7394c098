package io.holdfast.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.InvalidLockException;
import io.holdfast.spi.Capabilities;
import io.holdfast.spi.ClaimStore;
import io.holdfast.spi.Demand;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;

/** Tests of one promise: what all of them have to hand. */
class ContractGroup {

    /** How long something may take that should happen at once. Long, since only a failed test waits for it. */
    static final Duration SOON = Duration.ofSeconds(10);

    private static final Duration DRIFT = Duration.ofMillis(2);
    private static final Duration A_MOMENT = Duration.ofMillis(500);

    private final StoreContract contract;
    private final List<Client> clients = new CopyOnWriteArrayList<>();

    ContractGroup(StoreContract contract) {
        this.contract = contract;
    }

    @AfterEach
    void closeClients() {
        clients.forEach(Client::close);
    }

    final StoreFixture fixture() {
        return contract.running();
    }

    final ClaimStore store() {
        return contract.store();
    }

    final Capabilities capabilities() {
        return store().capabilities();
    }

    /** {@return a new client, closed after the test} */
    final Client client() {
        Client client = new Client(store(), contract.environment());
        clients.add(client);
        return client;
    }

    /** {@return a lock name that was never used before} */
    final String name() {
        return "contract:" + UUID.randomUUID();
    }

    /** {@return fresh names that live in one place, also where what stands between braces decides about that} */
    final List<String> neighbours(int count) {
        String place = "contract:{" + UUID.randomUUID() + "}:";
        return IntStream.range(0, count).mapToObj(i -> place + i).toList();
    }

    /** {@return a short time that is still long for this store} */
    final Duration unit() {
        return contract.unit();
    }

    final Duration units(int count) {
        return unit().multipliedBy(count);
    }

    /** Waits until a claim that was not renewed is over at the store for certain, though a lock delay may last. */
    final void awaitEnd(Claim claim) {
        // Its client is alive, and so ends it itself where the store would take longer.
        Duration slack = capabilities()
                .granularity()
                .plus(shorter(capabilities().slack(), A_MOMENT))
                .plusMillis(2);
        Eventually.reached(claim.answered() + claim.ask().lease().plus(slack).toNanos());
    }

    /** {@return a lock delay that is long, for this store} */
    final Duration longDelay(Duration most) {
        return shorter(most, capabilities().maxSilence().dividedBy(2));
    }

    static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /**
     * {@return the nanoseconds between two moments, with the benefit of the store's granularity, and of clocks that do not
     * run equally fast: the engine allows for more than this}
     */
    final long nanosFrom(long earlier, long later) {
        return later - earlier + capabilities().granularity().plus(DRIFT).toNanos();
    }

    /** Has all of them done at the same time, each in a thread of its own, and waits for their end. */
    static void together(List<Callable<Boolean>> contenders) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(contenders.size());
        try {
            for (Future<Boolean> done : threads.invokeAll(contenders)) {
                assertThat(done.get()).isTrue();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** Asserts that what a store does not declare is refused, and not half done. */
    final void assertRefused(Demand demand) {
        Claim claim = client().claim(name(), demand);
        assertThatThrownBy(claim::acquire).isInstanceOf(InvalidLockException.class);
        assertThatThrownBy(claim::join).isInstanceOf(InvalidLockException.class);
    }
}
