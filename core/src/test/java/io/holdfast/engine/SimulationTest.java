package io.holdfast.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Lease;
import io.holdfast.LockOptions;
import io.holdfast.Order;
import io.holdfast.Release;
import io.holdfast.memory.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * The engine in a world that goes wrong at random: requests and answers that are late, lost or overtaken, signals that
 * are lost, clients that stand still, callers that change their minds.
 *
 * <p>Each seed is a run of its own, and the same each time. {@code -Dholdfast.seeds=100000} runs more of them,
 * {@code -Dholdfast.seed=17} one.
 */
class SimulationTest {

    private static final int SEEDS = Integer.getInteger("holdfast.seeds", 4_000);

    @Test
    void nothingEverBreaksThePromises() {
        Integer only = Integer.getInteger("holdfast.seed");
        long grants = 0;
        long losses = 0;
        for (int seed = only == null ? 1 : only; seed <= (only == null ? SEEDS : only); seed++) {
            Run run = new Run(seed);
            try {
                run.play();
            } catch (Throwable broken) {
                throw new AssertionError(
                        "seed " + seed + ", at " + Duration.ofNanos(run.time.elapsed())
                                + "; replay it with -Dtest=SimulationTest -Dholdfast.seed=" + seed,
                        broken);
            }
            grants += run.grants;
            losses += run.losses;
        }
        // A world in which nothing happens, or nothing goes wrong, proves nothing.
        if (only == null) {
            assertThat(grants).isGreaterThan(20L * SEEDS);
            assertThat(losses).isGreaterThan(SEEDS / 10);
        }
    }

    private static final class Run {

        final VirtualTime time;
        final Random random;
        final MemoryStore memory;
        final List<FaultyProcess> processes = new ArrayList<>();
        final List<Lease> leases = new ArrayList<>();
        final List<CompletableFuture<?>> waits = new ArrayList<>();
        final LockOptions options;
        double loss;
        long lastToken;
        long grants;
        long losses;
        final List<Throwable> broken = new ArrayList<>();

        Run(long seed) {
            random = new Random(seed);
            time = new VirtualTime(seed);
            memory = MemoryStore.create(time.machine());
            LockOptions chosen = LockOptions.defaults().lease(Duration.ofMillis(200 + random.nextInt(8_000)));
            chosen = random.nextInt(4) == 0 ? chosen.order(Order.STRICT) : chosen;
            chosen = random.nextInt(6) == 0 ? chosen.renew(false) : chosen;
            chosen = random.nextInt(6) == 0 ? chosen.minHold(Duration.ofMillis(random.nextInt(300))) : chosen;
            chosen = random.nextInt(6) == 0 ? chosen.maxHold(Duration.ofMillis(1 + random.nextInt(3_000))) : chosen;
            chosen = random.nextInt(6) == 0 ? chosen.lockDelay(Duration.ofMillis(random.nextInt(500))) : chosen;
            options = chosen;
            loss = random.nextInt(3) == 0 ? 0 : random.nextDouble() * 0.3;
            for (int i = 2 + random.nextInt(3); i > 0; i--) {
                processes.add(process());
            }
        }

        void play() {
            for (int i = 0; i < 60; i++) {
                FaultyProcess process = processes.get(random.nextInt(processes.size()));
                switch (random.nextInt(10)) {
                    case 0 -> process.machine.pause(Duration.ofMillis(random.nextInt(12_000)));
                    case 1 -> process.machine.moveWall(Duration.ofMillis(random.nextInt(4_000) - 2_000));
                    case 2 -> cancelSomething();
                    case 3 -> tryWithin(process, Duration.ofMillis(random.nextInt(3_000)));
                    default -> want(process);
                }
                time.advance(Duration.ofMillis(random.nextInt(10) == 0 ? random.nextInt(3_000) : random.nextInt(60)));
                assertThat(broken).isEmpty();
            }
            // The faults end: now everybody gets its turn, and nothing is left.
            loss = 0;
            time.advance(Duration.ofMinutes(2));
            assertThat(broken).isEmpty();
            assertThat(waits).as("waits that never ended").allMatch(CompletableFuture::isDone);
            assertThat(processes).as("processes that keep something").allMatch(process -> process.engine.isIdle());
            FaultyProcess last = process();
            CompletableFuture<Lease> end =
                    last.engine.lock("lock").with(LockOptions.defaults()).acquireAsync();
            time.advance(Duration.ofSeconds(2));
            assertThat(end).as("the lock is free in the end").isCompleted();
            end.join().releaseAsync();
            time.advance(Duration.ofSeconds(1));
            assertThat(memory.isEmpty()).as("nothing is left at the store").isTrue();
        }

        void cancelSomething() {
            if (!waits.isEmpty()) {
                waits.get(random.nextInt(waits.size())).cancel(true);
            }
        }

        /** A lease came into somebody's hands: nobody else may hold one that is valid, and its token is the highest. */
        void granted(FaultyProcess process, Lease lease) {
            grants++;
            assertThat(leases).as("valid leases of others").noneMatch(Lease::isValid);
            assertThat(lease.token()).as("token").isGreaterThan(lastToken);
            lastToken = lease.token();
            leases.add(lease);
            lease.onLost(() -> {
                losses++;
                if (lease.isValid() || lease.state() != Lease.State.LOST) {
                    broken.add(new AssertionError("told of the loss of a lease that is " + lease.state()));
                }
            });
            long section = random.nextInt(8) == 0 ? random.nextInt(4_000) : random.nextInt(30);
            process.machine.schedule(
                    () -> release(lease), Duration.ofMillis(section).toNanos());
        }

        void release(Lease lease) {
            boolean wasLost = lease.state() == Lease.State.LOST;
            var unused = lease.releaseAsync()
                    .thenAccept(outcome -> {
                        leases.remove(lease);
                        if (wasLost) {
                            assertThat(outcome).as("lost is final").isEqualTo(Release.LOST);
                        }
                        assertThat(lease.isValid()).isFalse();
                    })
                    .exceptionally(this::note);
        }

        /** What is thrown inside a future would be lost in it. */
        private Void note(Throwable error) {
            if (Failures.unwrap(error) instanceof AssertionError assertion) {
                broken.add(assertion);
            }
            return null;
        }

        FaultyProcess process() {
            return new FaultyProcess(time, random, memory, options, () -> loss);
        }

        void want(FaultyProcess process) {
            process.machine.schedule(
                    () -> {
                        CompletableFuture<Lease> wait =
                                process.engine.lock("lock").acquireAsync();
                        waits.add(wait);
                        var unused = wait.thenAccept(lease -> granted(process, lease))
                                .exceptionally(this::note);
                    },
                    0);
        }

        void tryWithin(FaultyProcess process, Duration atMost) {
            process.machine.schedule(
                    () -> {
                        CompletableFuture<Optional<Lease>> wait =
                                process.engine.lock("lock").tryAcquireAsync(atMost);
                        waits.add(wait);
                        var unused = wait.thenAccept(lease -> lease.ifPresent(held -> granted(process, held)))
                                .exceptionally(this::note);
                    },
                    0);
        }
    }
}
