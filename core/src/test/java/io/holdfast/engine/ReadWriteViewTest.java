package io.holdfast.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.ClaimInfo;
import io.holdfast.Holdfast;
import io.holdfast.InvalidLockException;
import io.holdfast.Lease;
import io.holdfast.LeaseLostException;
import io.holdfast.LockOptions;
import io.holdfast.ReadWriteLock;
import io.holdfast.engine.TestStore.Operation;
import io.holdfast.memory.MemoryStore;
import io.holdfast.spi.Capabilities;
import io.holdfast.spi.Capabilities.Feature;
import io.holdfast.spi.Demand;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Readers and writers as {@code java.util.concurrent} knows them. */
class ReadWriteViewTest {

    private final TestStore store = new TestStore(MemoryStore.create());
    private final Engine engine = (Engine) Holdfast.open(store);
    private final ReadWriteLock lock = engine.readWriteLock("lock");
    private final Lock read = lock.readLock().asLock();
    private final Lock write = lock.writeLock().asLock();

    @AfterEach
    void close() {
        engine.close();
    }

    @Test
    void readersAndWritersEnterAgainWithoutARequest() {
        for (Lock view : new Lock[] {read, write}) {
            store.calls.clear();
            view.lock();
            view.lock();
            assertThat(view.tryLock()).isTrue();
            view.unlock();
            view.unlock();
            assertThat(store.calls).hasSize(1);
            view.unlock();
            assertThat(store.calls).hasSize(2);
            assertEverythingIsGone();
        }
    }

    @Test
    void aReaderEntersAgainThoughAWriterWaits() throws Exception {
        read.lock();
        CompletableFuture<Lease> writer = lock.writeLock().acquireAsync();
        Eventually.isTrue(() -> !waiters().isEmpty());
        read.lock();
        assertThat(elsewhere(read::tryLock))
                .as("another thread waits behind the writer")
                .isFalse();
        read.unlock();
        read.unlock();
        writer.get(10, TimeUnit.SECONDS).release();
    }

    @Test
    void readersOfSeveralThreadsHoldItTogether() throws Exception {
        read.lock();
        assertThat(elsewhere(() -> {
                    read.lock();
                    boolean shut = !write.tryLock();
                    read.unlock();
                    return shut;
                }))
                .isTrue();
        assertThat(elsewhere(write::tryLock)).isFalse();
        read.unlock();
        assertEverythingIsGone();
    }

    @Test
    void aWriterMayReadWithoutARequest() {
        write.lock();
        read.lock();
        assertThat(read.tryLock()).isTrue();
        read.unlock();
        read.unlock();
        assertThat(store.calls).hasSize(1);
        assertThat(elsewhere(read::tryLock)).as("it writes still").isFalse();
        write.unlock();
        assertThat(store.calls(Operation.RELEASE)).hasSize(1);
        assertThat(store.calls(Operation.DOWNGRADE)).isEmpty();
        assertEverythingIsGone();
    }

    @Test
    void aWriterThatLeavesFirstGoesOnAsAReader() {
        write.lock();
        write.lock();
        read.lock();
        write.unlock();
        assertThat(store.calls(Operation.DOWNGRADE)).isEmpty();
        write.unlock();
        assertThat(store.calls(Operation.DOWNGRADE)).hasSize(1);
        assertThat(elsewhere(() -> {
                    boolean in = read.tryLock();
                    read.unlock();
                    return in;
                }))
                .as("others read too")
                .isTrue();
        assertThat(elsewhere(write::tryLock)).isFalse();
        assertThat(write.tryLock()).as("it is a reader now").isFalse();
        read.lock();
        read.unlock();
        read.unlock();
        assertEverythingIsGone();
    }

    @Test
    void whereTheStoreCannotDowngradeTheReaderKeepsTheWholeLock() {
        MemoryStore memory = MemoryStore.create();
        Capabilities all = memory.capabilities();
        TestStore modest = new TestStore(
                memory,
                new Capabilities(Set.of(Feature.FIFO, Feature.SHARED), all.granularity(), all.slack(), all.maxLease()));
        Engine client = (Engine) Holdfast.open(modest);
        ReadWriteLock there = client.readWriteLock("lock");
        Lock reads = there.readLock().asLock();
        Lock writes = there.writeLock().asLock();
        writes.lock();
        reads.lock();
        writes.unlock();
        assertThat(elsewhere(reads::tryLock)).isFalse();
        reads.lock();
        reads.unlock();
        reads.unlock();
        assertThat(client.isIdle()).isTrue();
        assertThat(memory.isEmpty()).isTrue();
        client.close();
    }

    @Test
    void aReaderCannotBecomeAWriter() throws Exception {
        read.lock();
        store.calls.clear();
        assertThatThrownBy(write::lock)
                .isInstanceOf(InvalidLockException.class)
                .hasMessageContaining("Unlock the read lock first");
        assertThatThrownBy(write::lockInterruptibly).isInstanceOf(InvalidLockException.class);
        assertThatThrownBy(() -> write.tryLock(1, TimeUnit.SECONDS)).isInstanceOf(InvalidLockException.class);
        assertThat(write.tryLock()).isFalse();
        assertThat(store.calls).isEmpty();
        read.unlock();
        write.lock();
        write.unlock();
        assertEverythingIsGone();
    }

    @Test
    void aThreadThatHasAReadLeaseIsNotLeftToWaitForItself() throws Exception {
        Lease reader = lock.readLock().acquire();
        assertThatThrownBy(lock.writeLock()::acquire)
                .isInstanceOf(InvalidLockException.class)
                .hasMessageContaining("acquire(Duration)");
        assertThatThrownBy(write::lock).isInstanceOf(InvalidLockException.class);
        assertThatThrownBy(() -> lock.writeLock().run(lease -> {})).isInstanceOf(InvalidLockException.class);
        assertThat(lock.writeLock().tryAcquire(Duration.ofMillis(1))).isEmpty();
        assertThat(engine.readWriteLock("another").writeLock().tryAcquire()).isPresent();

        CompletableFuture<Void> releasing = CompletableFuture.runAsync(reader::release);
        Lease writer = lock.writeLock().acquire(Duration.ofSeconds(10));
        releasing.get();
        Lease downgraded = lock.downgrade(writer);
        assertThatThrownBy(lock.writeLock()::acquire)
                .as("also as one that was a writer")
                .isInstanceOf(InvalidLockException.class);
        downgraded.release();
        lock.writeLock().acquire().release();
    }

    @Test
    void aReadLeaseOfAnotherThreadIsWaitedFor() throws Exception {
        Lease reader = CompletableFuture.supplyAsync(() -> lock.readLock().tryAcquire())
                .get()
                .orElseThrow();
        CompletableFuture<Void> releasing = CompletableFuture.runAsync(() -> {
            Eventually.isTrue(() -> !waiters().isEmpty());
            reader.release();
        });
        lock.writeLock().acquire().release();
        releasing.get();
    }

    @Test
    void aReadLeaseThatWasLostIsNotWaitedForByItself() throws Exception {
        Lease brief = lock.with(
                        LockOptions.defaults().lease(Duration.ofMillis(20)).renew(false))
                .readLock()
                .acquire();
        Eventually.isTrue(() -> !brief.isValid());
        lock.writeLock().acquire().release();
    }

    @Test
    void whoDoesNotHoldItCannotUnlockItAndIsToldWhoDoes() {
        read.lock();
        String holder = Thread.currentThread().getName();
        assertThatThrownBy(write::unlock)
                .isInstanceOf(IllegalMonitorStateException.class)
                .hasMessageContaining("to write")
                .hasMessageContaining("'" + holder + "' (to read)");
        assertThat(elsewhere(() -> {
                    assertThatThrownBy(read::unlock)
                            .isInstanceOf(IllegalMonitorStateException.class)
                            .hasMessageContaining("'" + holder + "' (to read)");
                    return true;
                }))
                .isTrue();
        read.unlock();
        assertThatThrownBy(read::unlock)
                .isInstanceOf(IllegalMonitorStateException.class)
                .hasMessageContaining("no thread of this client");
    }

    @Test
    void lockCannotBeInterruptedAndKeepsTheFlag() {
        for (Lock view : new Lock[] {read, write}) {
            Thread.currentThread().interrupt();
            view.lock();
            assertThat(Thread.interrupted()).isTrue();
            view.unlock();
            Thread.currentThread().interrupt();
            assertThatThrownBy(view::lockInterruptibly).isInstanceOf(InterruptedException.class);
        }
        write.lock();
        read.lock();
        Thread.currentThread().interrupt();
        write.unlock();
        assertThat(Thread.interrupted()).as("after a downgrade").isTrue();
        read.unlock();
    }

    @Test
    void aLostLeaseSurfacesForWriterAndReader() {
        Lock brief = lock.with(
                        LockOptions.defaults().lease(Duration.ofMillis(20)).renew(false))
                .writeLock()
                .asLock();
        brief.lock();
        read.lock();
        Eventually.isTrue(() -> !Optional.ofNullable(engine.holds().mine("lock", Demand.WRITE))
                .orElseThrow()
                .lease
                .isValid());
        assertThatThrownBy(read::lock).as("entering again").isInstanceOf(LeaseLostException.class);
        assertThatThrownBy(brief::unlock).isInstanceOf(LeaseLostException.class);
        assertThatThrownBy(read::unlock).isInstanceOf(LeaseLostException.class);
        assertThatThrownBy(read::unlock).isInstanceOf(IllegalMonitorStateException.class);
        write.lock();
        write.unlock();
        Eventually.isTrue(engine::isIdle);
    }

    private List<ClaimInfo> waiters() {
        return engine.locks().find("lock").orElseThrow().waiters();
    }

    private static boolean elsewhere(BooleanSupplier body) {
        return CompletableFuture.supplyAsync(body::getAsBoolean).join();
    }

    private void assertEverythingIsGone() {
        assertThat(engine.isIdle()).isTrue();
        assertThat(store.memory.isEmpty()).isTrue();
    }
}
