package io.holdfast.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.DistributedLock;
import io.holdfast.Lease;
import io.holdfast.LockOptions;
import io.holdfast.Seeds;
import io.holdfast.spi.Demand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Readers, writers and permits in a world that goes wrong at random. */
class SharingSimulationTest {

    private static final int USUAL = 2_000;

    private long grants;
    private long together;
    private long downgrades;
    private long losses;

    @Test
    void nothingEverBreaksThePromises() {
        Seeds.play(SharingSimulationTest.class, USUAL, Run::new, run -> {
            grants += run.grants;
            together += run.together;
            downgrades += run.downgrades;
            losses += run.losses;
        });
        // A world in which nothing happens, or nothing goes wrong, proves nothing.
        if (!Seeds.isOne()) {
            int seeds = Seeds.count(USUAL);
            assertThat(grants).isGreaterThan(15L * seeds);
            assertThat(together).as("grants beside others").isGreaterThan(3L * seeds);
            assertThat(downgrades).isGreaterThan(seeds / 2);
            assertThat(losses).isGreaterThan(seeds / 10);
        }
    }

    /** A lease in somebody's hands. */
    private record Hold(Lease lease, Demand demand) {}

    private static final class Run extends Simulation {

        final List<Hold> holds = new ArrayList<>();
        final LockOptions options;

        /** How many permits there are; none: this is a run of readers and writers. */
        final int permits;

        long lastWriter;
        long lastToken;
        long together;
        long downgrades;

        Run(long seed) {
            super(seed, 60, Duration.ofSeconds(2));
            LockOptions chosen = LockOptions.defaults().lease(Duration.ofMillis(200 + random.nextInt(8_000)));
            chosen = random.nextInt(6) == 0 ? chosen.renew(false) : chosen;
            chosen = random.nextInt(6) == 0 ? chosen.minHold(Duration.ofMillis(random.nextInt(300))) : chosen;
            chosen = random.nextInt(6) == 0 ? chosen.lockDelay(Duration.ofMillis(random.nextInt(500))) : chosen;
            options = chosen;
            permits = random.nextBoolean() ? 1 + random.nextInt(5) : 0;
            drawLoss(0.3);
            drawProcesses(options);
        }

        @Override
        CompletableFuture<Lease> takeAll(FaultyProcess process) {
            Demand whole = permits == 0 ? Demand.WRITE : Demand.permits(permits, permits);
            return lock(process, whole).with(LockOptions.defaults()).acquireAsync();
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

        @Override
        void want(FaultyProcess process) {
            Demand demand = something();
            await(process, () -> lock(process, demand).acquireAsync(), lease -> granted(process, lease, demand));
        }

        @Override
        void tryWithin(FaultyProcess process, Duration atMost) {
            Demand demand = something();
            await(
                    process,
                    () -> lock(process, demand).tryAcquireAsync(atMost),
                    lease -> lease.ifPresent(held -> granted(process, held, demand)));
        }

        /** A lease came into somebody's hands: it must fit beside those that are valid. */
        void granted(FaultyProcess process, Lease lease, Demand demand) {
            grants++;
            fits(lease, demand);
            Hold hold = new Hold(lease, demand);
            holds.add(hold);
            watch(lease);
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
    }
}
