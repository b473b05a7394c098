package io.holdfast.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.HoldfastClosedException;
import io.holdfast.Lease;
import io.holdfast.LeaseLostException;
import io.holdfast.LockOptions;
import io.holdfast.LockTimeoutException;
import io.holdfast.Release;
import io.holdfast.memory.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Real threads and real time. */
class BlockingTest {

    private final MemoryStore memory = MemoryStore.create();
    private final Engine engine = (Engine) Holdfast.open(memory);
    private final Engine other = (Engine) Holdfast.open(memory);
    private final DistributedLock lock = engine.lock("lock");

    @AfterEach
    void close() {
        engine.close();
        other.close();
    }

    @Test
    void theBodyRunsUnderTheLockAndItsResultComesBack() throws Exception {
        long token = lock.call(lease -> {
            assertThat(lease.isValid()).isTrue();
            assertThat(other.lock("lock").tryAcquire()).isEmpty();
            return lease.token();
        });
        assertThat(token).isPositive();
        assertThat(lock.tryRun(Duration.ZERO, lease -> assertThat(lease.token()).isGreaterThan(token)))
                .isTrue();
        assertThat(memory.isEmpty()).isTrue();
    }

    @Test
    void aBodyThatFailsKeepsItsOwnExceptionAndTheLockIsReleased() {
        assertThatThrownBy(() -> lock.run(lease -> {
                    throw new java.io.IOException("disk full");
                }))
                .isInstanceOf(java.io.IOException.class);
        assertThat(memory.isEmpty()).isTrue();
    }

    @Test
    void aBodyThatFailsAfterTheLeaseWasLostCarriesBoth() {
        DistributedLock brief =
                lock.with(LockOptions.defaults().lease(Duration.ofMillis(20)).renew(false));
        assertThatThrownBy(() -> brief.run(lease -> {
                    Eventually.isTrue(() -> !lease.isValid());
                    throw new IllegalStateException("body");
                }))
                .hasMessage("body")
                .satisfies(e -> assertThat(e.getSuppressed()).hasOnlyElementsOfType(LeaseLostException.class));
        assertThatThrownBy(() -> brief.run(lease -> Eventually.isTrue(() -> !lease.isValid())))
                .isInstanceOf(LeaseLostException.class);
    }

    @Test
    void aTimeOutSaysWhoHoldsTheLock() throws Exception {
        Lease held = other.lock("lock").acquire();
        String holder =
                engine.locks().find("lock").orElseThrow().holders().get(0).owner();
        assertThatThrownBy(() -> lock.acquire(Duration.ofMillis(30)))
                .isInstanceOf(LockTimeoutException.class)
                .hasMessageContaining("'lock'")
                .hasMessageContaining(holder);
        assertThat(lock.tryAcquire(Duration.ofMillis(30))).isEmpty();
        assertThat(lock.tryRun(Duration.ofMillis(30), lease -> {})).isFalse();
        assertThat(engine.locks().find("lock").orElseThrow().waiters()).isEmpty();
        held.close();
        assertThat(engine.isIdle()).isTrue();
    }

    @Test
    void anInterruptBeforehandIsHeardBeforeAnythingIsSent() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(lock::acquire).isInstanceOf(InterruptedException.class);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThat(memory.isEmpty()).isTrue();
    }

    @Test
    void anInterruptWhileWaitingLeavesTheQueue() throws Exception {
        Lease held = other.lock("lock").acquire();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread thread = new Thread(() -> {
            try {
                lock.acquire();
            } catch (Throwable e) {
                thrown.set(e);
            }
        });
        thread.start();
        Eventually.isTrue(
                () -> engine.locks().find("lock").orElseThrow().waiters().size() == 1);
        thread.interrupt();
        thread.join();
        assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
        assertThat(engine.locks().find("lock").orElseThrow().waiters()).isEmpty();
        held.close();
        assertThat(engine.isIdle()).isTrue();
        assertThat(memory.isEmpty()).isTrue();
    }

    @Test
    void releaseIsNotCutShortByAnInterruptAndKeepsTheFlag() throws Exception {
        Lease lease = lock.acquire();
        Thread.currentThread().interrupt();
        assertThat(lease.release()).isEqualTo(Release.RELEASED);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(memory.isEmpty()).isTrue();
    }

    @Test
    void closingWakesBlockedThreadsAndEndsTheClientsOwn() throws Exception {
        Lease held = other.lock("lock").acquire();
        CompletableFuture<Throwable> thrown = CompletableFuture.supplyAsync(() -> {
            try {
                lock.acquire();
                return new AssertionError("acquired");
            } catch (HoldfastClosedException | InterruptedException e) {
                return e;
            }
        });
        Eventually.isTrue(
                () -> other.locks().find("lock").orElseThrow().waiters().size() == 1);
        Set<Thread> own = ConcurrentHashMap.newKeySet();
        Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("holdfast-"))
                .forEach(own::add);
        assertThat(own).isNotEmpty().allMatch(Thread::isDaemon);

        engine.close();
        held.close();
        other.close();

        assertThat(thrown.get()).isInstanceOf(HoldfastClosedException.class);
        Eventually.isTrue(() -> own.stream().noneMatch(Thread::isAlive));
    }

    @Test
    void tenThousandThreadsOnOneLockLeaveNothing() throws Exception {
        int[] count = {0};
        AtomicInteger asking = new AtomicInteger();
        Lease held = lock.acquire();
        Threads.run(10_000, () -> {
            if (asking.incrementAndGet() == 10_000) {
                held.release();
            }
            lock.run(lease -> count[0]++);
            return null;
        });
        assertThat(count[0]).isEqualTo(10_000);
        assertThat(engine.isIdle()).isTrue();
        assertThat(memory.isEmpty()).isTrue();
    }

    @Test
    void aHundredThousandNamesUsedOnceLeaveNothing() throws Exception {
        for (int i = 0; i < 100_000; i++) {
            engine.lock("name " + i).run(lease -> {});
        }
        assertThat(engine.isIdle()).isTrue();
        assertThat(memory.isEmpty()).isTrue();
    }

    @Test
    void twoClientsAndManyThreadsExcludeEachOtherWhateverInterruptsAndTimeOutsComeBetween() throws Exception {
        ExecutorService io = Executors.newSingleThreadExecutor(task -> new Thread(task, "store-io"));
        TestStore slow = new TestStore(memory);
        slow.link = call -> () -> io.execute(call::executeAndAnswer);
        Engine[] engines = {(Engine) Holdfast.open(slow), (Engine) Holdfast.open(slow)};
        AtomicInteger holders = new AtomicInteger();
        AtomicInteger sections = new AtomicInteger();
        AtomicInteger gaveUp = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        List<Throwable> wrong = new ArrayList<>();
        AtomicInteger running = new AtomicInteger(16);
        for (int i = 0; i < 16; i++) {
            Random random = new Random(i);
            DistributedLock mine = engines[i % 2].lock("contended");
            threads.add(new Thread(() -> {
                for (int round = 0; round < 300; round++) {
                    try {
                        boolean got = mine.tryRun(Duration.ofNanos(random.nextInt(4_000_000)), lease -> {
                            if (holders.incrementAndGet() != 1 || !lease.isValid()) {
                                throw new AssertionError("not alone");
                            }
                            sections.incrementAndGet();
                            holders.decrementAndGet();
                        });
                        if (!got) {
                            gaveUp.incrementAndGet();
                        }
                    } catch (InterruptedException e) {
                        gaveUp.incrementAndGet();
                    } catch (Throwable e) {
                        synchronized (wrong) {
                            wrong.add(e);
                        }
                    }
                }
                running.decrementAndGet();
            }));
        }
        threads.forEach(Thread::start);
        Random random = new Random(99);
        while (running.get() > 0) {
            threads.get(random.nextInt(16)).interrupt();
            java.util.concurrent.locks.LockSupport.parkNanos(200_000);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(wrong).isEmpty();
        assertThat(sections.get()).isPositive();
        assertThat(gaveUp.get()).isPositive();
        Eventually.isTrue(() -> engines[0].isIdle() && engines[1].isIdle());
        assertThat(memory.isEmpty()).isTrue();
        engines[0].close();
        engines[1].close();
        io.shutdown();
    }

    @Test
    void whatBelongsToUsersNeverRunsOnTheStoresThread() throws Exception {
        ExecutorService io = Executors.newSingleThreadExecutor(task -> new Thread(task, "store-io"));
        TestStore slow = new TestStore(memory);
        slow.link = call -> () -> io.execute(call::executeAndAnswer);
        Set<String> threads = ConcurrentHashMap.newKeySet();
        Runnable note = () -> threads.add(Thread.currentThread().getName().replaceAll("-\\d+$", ""));
        try (Holdfast client =
                Holdfast.builder().store(slow).listener(event -> note.run()).build()) {
            DistributedLock brief = client.lock("users")
                    .with(LockOptions.defaults().lease(Duration.ofMillis(30)).renew(false));
            CompletableFuture<Lease> future = brief.acquireAsync();
            CompletableFuture<Void> got = future.thenRun(note);
            CompletableFuture<Void> lost = new CompletableFuture<>();
            future.get().onLost(() -> {
                note.run();
                lost.complete(null);
            });
            got.get();
            lost.get();
            CompletableFuture<Lease> again = brief.acquireAsync();
            again.thenCompose(Lease::releaseAsync).thenRun(note).get();
        }
        io.shutdown();
        assertThat(threads).contains("holdfast-callback").doesNotContain("store-io", "holdfast-timer");
    }

    @Test
    void anExecutorThatRefusesLosesNothing() throws Exception {
        ExecutorService refusing = Executors.newSingleThreadExecutor();
        refusing.shutdown();
        try (Holdfast client =
                Holdfast.builder().store(memory).executor(refusing).build()) {
            client.lock("refused").acquireAsync().get().release();
        }
        assertThat(memory.isEmpty()).isTrue();
    }

    @Test
    void anExecutorThatThrowsLosesNothing() throws Exception {
        try (Holdfast client = Holdfast.builder()
                .store(memory)
                .executor(task -> {
                    throw new IllegalStateException("on purpose");
                })
                .build()) {
            client.lock("thrown").acquireAsync().get().release();
        }
        assertThat(memory.isEmpty()).isTrue();
    }

    @Test
    void aCallbackMayReleaseAndCloseWhereverItRuns() throws Exception {
        try (Holdfast client =
                Holdfast.builder().store(memory).executor(Runnable::run).build()) {
            Lease lease = client.lock("direct").acquire();
            lease.onLost(lease::release);
            Lease brief = client.lock("brief")
                    .with(LockOptions.defaults().lease(Duration.ofMillis(20)).renew(false))
                    .acquire();
            CompletableFuture<Release> outcome = new CompletableFuture<>();
            brief.onLost(() -> {
                Release release = brief.release();
                client.close();
                outcome.complete(release);
            });
            assertThat(outcome.get(10, TimeUnit.SECONDS)).isEqualTo(Release.LOST);
            assertThat(lease.state()).isEqualTo(Lease.State.LOST);
        }
        Eventually.isTrue(memory::isEmpty);
    }

    @Test
    void manyFuturesOnADirectExecutorDoNotOverflowTheStack() throws Exception {
        try (Holdfast client =
                Holdfast.builder().store(memory).executor(Runnable::run).build()) {
            Lease held = client.lock("deep").acquire();
            List<CompletableFuture<Release>> all = new ArrayList<>();
            for (int i = 0; i < 20_000; i++) {
                all.add(client.lock("deep").acquireAsync().thenCompose(Lease::releaseAsync));
            }
            held.release();
            for (CompletableFuture<Release> released : all) {
                assertThat(released.get(30, TimeUnit.SECONDS)).isEqualTo(Release.RELEASED);
            }
        }
        assertThat(memory.isEmpty()).isTrue();
    }

    @Test
    void afterClosingFuturesStillComplete() throws Exception {
        Lease lease = lock.acquire();
        engine.close();
        assertThat(lease.releaseAsync().get(10, TimeUnit.SECONDS)).isEqualTo(Release.LOST);
        CompletableFuture<Void> told = new CompletableFuture<>();
        lease.onLost(() -> told.complete(null));
        told.get(10, TimeUnit.SECONDS);
        assertThatThrownBy(() -> lock.acquireAsync().get(10, TimeUnit.SECONDS))
                .hasCauseInstanceOf(HoldfastClosedException.class);
    }

    @Test
    void aMinimumThatIsHardlyEverMetTimesOut() throws Exception {
        DistributedLock strict = lock.with(LockOptions.defaults().minRemaining(Duration.ofMillis(9_898)));
        assertThat(strict.tryAcquire(Duration.ofMillis(300))).isEmpty();
        assertThat(memory.isEmpty()).isTrue();
        Eventually.isTrue(engine::isIdle);
    }

    @Test
    void aTimeWithoutEndIsATimeWithoutEnd() throws Exception {
        assertThat(lock.asLock().tryLock(Long.MAX_VALUE, TimeUnit.DAYS)).isTrue();
        lock.asLock().unlock();
        assertThat(lock.tryAcquire(Duration.ofSeconds(Long.MAX_VALUE))
                        .orElseThrow()
                        .release())
                .isEqualTo(Release.RELEASED);
        assertThat(lock.tryAcquire(Duration.ofSeconds(Long.MIN_VALUE))
                        .orElseThrow()
                        .release())
                .isEqualTo(Release.RELEASED);
    }

    @Test
    void aClientThatCannotBeOpenedLeavesNoSession() {
        TestStore store = new TestStore(memory);
        assertThatThrownBy(() -> Holdfast.builder()
                        .store(store)
                        .defaults(LockOptions.defaults().minRemaining(Duration.ofSeconds(10)))
                        .build())
                .hasMessageContaining("minRemaining");
        assertThat(store.sessions).isZero();
    }
}
