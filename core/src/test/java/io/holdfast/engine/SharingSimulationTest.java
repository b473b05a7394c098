package io.holdfast.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.DistributedLock;
import io.holdfast.Lease;
import io.holdfast.LockOptions;
import io.holdfast.memory.MemoryStore;
import io.holdfast.spi.Demand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * Readers, writers and permits in the world of {@link SimulationTest}, in which everything goes wrong at random.
 *
 * <p>{@code -Dholdfast.seeds=100000} runs more worlds, {@code -Dholdfast.seed=17} one.
 */
class SharingSimulationTest {

    private static final int SEEDS = Integer.getInteger("holdfast.seeds", 2_000);

    @Test
    void nothingEverBreaksThePromises() {
        Integer only = Integer.getInteger("holdfast.seed");
        long grants = 0;
        long together = 0;
        long downgrades = 0;
        long losses = 0;
        for (int seed = only == null ? 1 : only; seed <= (only == null ? SEEDS : only); seed++) {
            Run run = new Run(seed);
            try {
                run.play();
            } catch (Throwable broken) {
                throw new AssertionError(
                        "seed " + seed + ", at " + Duration.ofNanos(run.time.elapsed())
                                + "; replay it with -Dtest=SharingSimulationTest -Dholdfast.seed=" + seed,
                        broken);
            }
            grants += run.grants;
            together += run.together;
            downgrades += run.downgrades;
            losses += run.losses;
        }
        // A world in which nothing happens, or nothing goes wrong, proves nothing.
        if (only == null) {
            assertThat(grants).isGreaterThan(15L * SEEDS);
            assertThat(together).as("grants beside others").isGreaterThan(3L * SEEDS);
            assertThat(downgrades).isGreaterThan(SEEDS / 2);
            assertThat(losses).isGreaterThan(SEEDS / 10);
        }
    }

    /** A lease in somebody's hands. */
    private record Hold(Lease lease, Demand demand) {}

    private static final class Run {

        final VirtualTime time;
        final Random random;
        final MemoryStore memory;
        final List<FaultyProcess> processes = new ArrayList<>();
        final List<Hold> holds = new ArrayList<>();
        final List<CompletableFuture<?>> waits = new ArrayList<>();
        final LockOptions options;

        /** How many permits there are; none: this is a run of readers and writers. */
        final int permits;

        double loss;
        long lastWriter;
        long lastToken;
        long grants;
        long together;
        long downgrades;
        long losses;
        final List<Throwable> broken = new ArrayList<>();

        Run(long seed) {
            random = new Random(seed);
            time = new VirtualTime(seed);
            memory = MemoryStore.create(time.machine());
            LockOptions chosen = LockOptions.defaults().lease(Duration.ofMillis(200 + random.nextInt(8_000)));
            chosen = random.nextInt(6) == 0 ? chosen.renew(false) : chosen;
            chosen = random.nextInt(6) == 0 ? chosen.minHold(Duration.ofMillis(random.nextInt(300))) : chosen;
            chosen = random.nextInt(6) == 0 ? chosen.lockDelay(Duration.ofMillis(random.nextInt(500))) : chosen;
            options = chosen;
            permits = random.nextBoolean() ? 1 + random.nextInt(5) : 0;
            loss = random.nextInt(3) == 0 ? 0 : random.nextDouble() * 0.3;
            for (int i = 2 + random.nextInt(3); i > 0; i--) {
                processes.add(process());
            }
        }

        FaultyProcess process() {
            return new FaultyProcess(time, random, memory, options, () -> loss);
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
            Demand whole = permits == 0 ? Demand.WRITE : Demand.permits(permits, permits);
            CompletableFuture<Lease> end =
                    lock(process(), whole).with(LockOptions.defaults()).acquireAsync();
            time.advance(Duration.ofSeconds(2));
            assertThat(end).as("the lock is free in the end").isCompleted();
            end.join().releaseAsync();
            time.advance(Duration.ofSeconds(1));
            assertThat(memory.isEmpty()).as("nothing is left at the store").isTrue();
        }

        Demand something() {
            if (permits > 0) {
                return Demand.permits(1 + random.nextInt(permits), permits);
            }
            return random.nextInt(3) == 0 ? Demand.WRITE : Demand.READ;
        }

        DistributedLock lock(FaultyProcess process, Demand demand) {
            return new QueuedLock(process.engine, "lock", demand, options);
        }

        void want(FaultyProcess process) {
            Demand demand = something();
            process.machine.schedule(
                    () -> {
                        CompletableFuture<Lease> wait = lock(process, demand).acquireAsync();
                        waits.add(wait);
                        var unused = wait.thenAccept(lease -> granted(process, lease, demand))
                                .exceptionally(this::note);
                    },
                    0);
        }

        void tryWithin(FaultyProcess process, Duration atMost) {
            Demand demand = something();
            process.machine.schedule(
                    () -> {
                        var wait = lock(process, demand).tryAcquireAsync(atMost);
                        waits.add(wait);
                        var unused = wait.thenAccept(lease -> lease.ifPresent(held -> granted(process, held, demand)))
                                .exceptionally(this::note);
                    },
                    0);
        }

        void cancelSomething() {
            if (!waits.isEmpty()) {
                waits.get(random.nextInt(waits.size())).cancel(true);
            }
        }

        /** A lease came into somebody's hands: it must fit beside those that are valid. */
        void granted(FaultyProcess process, Lease lease, Demand demand) {
            grants++;
            fits(lease, demand);
            Hold hold = new Hold(lease, demand);
            holds.add(hold);
            lease.onLost(() -> {
                losses++;
                if (lease.isValid() || lease.state() != Lease.State.LOST) {
                    broken.add(new AssertionError("told of the loss of a lease that is " + lease.state()));
                }
            });
            long section = random.nextInt(8) == 0 ? random.nextInt(4_000) : random.nextInt(100);
            boolean goesOnReading = demand.equals(Demand.WRITE) && random.nextInt(3) == 0;
            process.machine.schedule(
                    () -> {
                        if (goesOnReading) {
                            downgrade(process, hold);
                        } else {
                            release(hold);
                        }
                    },
                    Duration.ofMillis(section).toNanos());
        }

        /** The reader that a writer becomes has the next grant after it, whatever goes wrong in between. */
        void downgrade(FaultyProcess process, Hold writer) {
            CompletableFuture<Lease> wait = process.engine.readWriteLock("lock").downgradeAsync(writer.lease());
            waits.add(wait);
            var unused = wait.whenComplete((lease, error) -> holds.remove(writer))
                    .thenAccept(lease -> {
                        assertThat(lastWriter)
                                .as("the last writer")
                                .isEqualTo(writer.lease().token());
                        downgrades++;
                        granted(process, lease, Demand.READ);
                    })
                    .exceptionally(this::note);
        }

        void fits(Lease lease, Demand demand) {
            List<Hold> valid =
                    holds.stream().filter(hold -> hold.lease().isValid()).toList();
            long taken = valid.stream().mapToLong(hold -> hold.demand().units()).sum();
            assertThat(taken + demand.units()).as("%s beside %s", demand, valid).isLessThanOrEqualTo(demand.capacity());
            together += valid.isEmpty() ? 0 : 1;
            if (permits > 0) {
                assertThat(lease.token()).as("token of a permit").isZero();
            } else if (demand.exclusive()) {
                assertThat(lease.token()).as("token of a writer").isGreaterThan(lastToken);
                lastWriter = lease.token();
            } else {
                assertThat(lease.token()).as("token of a reader").isGreaterThanOrEqualTo(lastWriter);
            }
            lastToken = Math.max(lastToken, lease.token());
        }

        void release(Hold hold) {
            var unused = hold.lease()
                    .releaseAsync()
                    .thenAccept(outcome -> {
                        holds.remove(hold);
                        assertThat(hold.lease().isValid()).isFalse();
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
    }
}
