package io.holdfast.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Holdfast;
import io.holdfast.LeaseLostException;
import io.holdfast.LockOptions;
import io.holdfast.memory.MemoryStore;
import io.holdfast.spi.Demand;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A lock as {@code java.util.concurrent} knows it. */
class ReentrantViewTest {

    private final TestStore store = new TestStore(MemoryStore.create());
    private final Engine engine = (Engine) Holdfast.open(store);
    private final Lock lock = engine.lock("lock").asLock();

    @AfterEach
    void close() {
        engine.close();
    }

    @Test
    void enteringAgainCostsNoRequest() {
        lock.lock();
        lock.lock();
        assertThat(engine.lock("lock").asLock().tryLock())
                .as("another view, the same hold")
                .isTrue();
        lock.unlock();
        lock.unlock();
        assertThat(store.calls).hasSize(1);
        lock.unlock();
        assertThat(store.calls).hasSize(2);
        assertThat(engine.isIdle()).isTrue();
        assertThat(store.memory.isEmpty()).isTrue();
    }

    @Test
    void anotherThreadHasToWait() throws Exception {
        lock.lock();
        assertThat(CompletableFuture.supplyAsync(lock::tryLock).get()).isFalse();
        CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> {
            lock.lock();
            lock.unlock();
        });
        lock.unlock();
        waiting.get(10, TimeUnit.SECONDS);
        assertThat(lock.tryLock(1, TimeUnit.SECONDS)).isTrue();
        lock.unlock();
    }

    @Test
    void whoDoesNotHoldItCannotUnlockItAndIsToldWhoDoes() throws Exception {
        assertThatThrownBy(lock::unlock)
                .isInstanceOf(IllegalMonitorStateException.class)
                .hasMessageContaining("no thread of this client");
        CompletableFuture<Void> entered = new CompletableFuture<>();
        CompletableFuture<Void> leave = new CompletableFuture<>();
        Thread holder = new Thread(
                () -> {
                    lock.lock();
                    entered.complete(null);
                    leave.join();
                    lock.unlock();
                },
                "the holder");
        holder.start();
        entered.get();
        assertThatThrownBy(lock::unlock)
                .isInstanceOf(IllegalMonitorStateException.class)
                .hasMessageContaining("'the holder'");
        leave.complete(null);
        holder.join();
    }

    @Test
    void lockCannotBeInterruptedAndKeepsTheFlag() {
        Thread.currentThread().interrupt();
        lock.lock();
        assertThat(Thread.interrupted()).isTrue();
        lock.unlock();
        Thread.currentThread().interrupt();
        assertThatThrownBy(lock::lockInterruptibly).isInstanceOf(InterruptedException.class);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> lock.tryLock(1, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
    }

    @Test
    void aLostLeaseSurfaces() {
        Lock brief = engine.lock("lock")
                .with(LockOptions.defaults().lease(Duration.ofMillis(20)).renew(false))
                .asLock();
        brief.lock();
        Eventually.isTrue(() -> engine.locks()
                        .find("lock")
                        .map(info -> info.holders().isEmpty())
                        .orElse(true)
                || !engine.holds().mine("lock", Demand.MUTEX).lease.isValid());
        assertThatThrownBy(brief::lock).as("entering again").isInstanceOf(LeaseLostException.class);
        assertThatThrownBy(brief::unlock).isInstanceOf(LeaseLostException.class);
        assertThatThrownBy(brief::unlock).isInstanceOf(IllegalMonitorStateException.class);
        brief.lock();
        brief.unlock();
    }
}
