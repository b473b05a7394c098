package io.holdfast.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.ClaimInfo;
import io.holdfast.DistributedLock;
import io.holdfast.Lease;
import io.holdfast.LockEvent;
import io.holdfast.LockInfo;
import io.holdfast.LockOptions;
import io.holdfast.memory.MemoryStore;
import io.holdfast.spi.Demand;
import io.holdfast.spi.Held;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** An in-memory store in virtual time, and clients of it, each behind a connection of its own. */
final class World {

    static final String NAME = "orders:42";

    final VirtualTime time = new VirtualTime(42);
    final MemoryStore memory = MemoryStore.create(time.machine());
    final List<LockEvent> events = new ArrayList<>();

    /** A process of its own. */
    final class Client {
        final VirtualTime.Machine machine = time.machine();
        final TestStore store = new TestStore(memory);
        final Engine engine = new Engine(
                store, "test", LockOptions.defaults(), List.of(events::add), machine.environment(), () -> {});
        final DistributedLock lock = engine.lock(NAME);

        /** Acquires and has it, now. */
        Lease acquire() {
            return acquire(lock);
        }

        Lease acquire(DistributedLock lock) {
            CompletableFuture<Lease> future = lock.acquireAsync();
            time.settle();
            assertThat(future).as("acquired at once").isCompleted();
            return future.join();
        }

        /** Begins to wait. */
        CompletableFuture<Lease> wantsLock() {
            CompletableFuture<Lease> future = lock.acquireAsync();
            time.settle();
            return future;
        }

        /** Asserts that this client keeps nothing for any lock. */
        void isIdle() {
            assertThat(engine.isIdle()).as("nothing is kept").isTrue();
        }
    }

    Client client() {
        return new Client();
    }

    void advance(Duration duration) {
        time.advance(duration);
    }

    void advanceMillis(long millis) {
        time.advance(Duration.ofMillis(millis));
    }

    Optional<LockInfo> info() {
        Client looking = client();
        Optional<LockInfo> info = looking.engine.locks().find(NAME);
        looking.engine.close();
        return info;
    }

    /** Asserts that the store has no trace of anybody. */
    void isFree() {
        assertThat(info()).as("the lock at the store").isEmpty();
    }

    /** Takes the lock away from its holder, as an operator would: by the owner id and token that can be seen. */
    void robTheHolder() {
        ClaimInfo holder = info().orElseThrow().holders().get(0);
        Client robber = client();
        Held held = new Held(NAME, Demand.MUTEX, holder.owner(), holder.token(), Duration.ofSeconds(1), Duration.ZERO);
        robber.engine.request(
                session -> session.release(held, Duration.ZERO, Optional.empty()),
                freed -> assertThat(freed.held()).isTrue(),
                error -> {
                    throw new AssertionError(error);
                });
        robber.engine.close();
    }

    List<LockEvent.Kind> eventKinds() {
        time.settle();
        return events.stream().map(LockEvent::kind).toList();
    }
}
