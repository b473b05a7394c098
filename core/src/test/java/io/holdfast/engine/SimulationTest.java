package io.holdfast.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Lease;
import io.holdfast.LockOptions;
import io.holdfast.Order;
import io.holdfast.Release;
import io.holdfast.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A mutex in a world that goes wrong at random. */
class SimulationTest {

    private static final int USUAL = 4_000;

    private long grants;
    private long losses;

    @Test
    void nothingEverBreaksThePromises() {
        Seeds.play(SimulationTest.class, USUAL, Run::new, run -> {
            grants += run.grants;
            losses += run.losses;
        });
        // A world in which nothing happens, or nothing goes wrong, proves nothing.
        if (!Seeds.isOne()) {
            assertThat(grants).isGreaterThan(20L * Seeds.count(USUAL));
            assertThat(losses).isGreaterThan(Seeds.count(USUAL) / 10);
        }
    }

    private static final class Run extends Simulation {

        final List<Lease> leases = new ArrayList<>();
        final LockOptions options;
        long lastToken;

        Run(long seed) {
            super(seed, 60, Duration.ofSeconds(2));
            LockOptions chosen = LockOptions.defaults().lease(Duration.ofMillis(200 + random.nextInt(8_000)));
            chosen = random.nextInt(4) == 0 ? chosen.order(Order.STRICT) : chosen;
            chosen = random.nextInt(6) == 0 ? chosen.renew(false) : chosen;
            chosen = random.nextInt(6) == 0 ? chosen.minHold(Duration.ofMillis(random.nextInt(300))) : chosen;
            chosen = random.nextInt(6) == 0 ? chosen.maxHold(Duration.ofMillis(1 + random.nextInt(3_000))) : chosen;
            chosen = random.nextInt(6) == 0 ? chosen.lockDelay(Duration.ofMillis(random.nextInt(500))) : chosen;
            options = chosen;
            drawLoss(0.3);
            drawProcesses(options);
        }

        @Override
        CompletableFuture<Lease> takeAll(FaultyProcess process) {
            return process.engine.lock("lock").acquireAsync();
        }

        /** A lease came into somebody's hands: nobody else may hold one that is valid, and its token is the highest. */
        void granted(FaultyProcess process, Lease lease) {
            grants++;
            assertThat(leases).as("valid leases of others").noneMatch(Lease::isValid);
            assertThat(lease.token()).as("token").isGreaterThan(lastToken);
            lastToken = lease.token();
            leases.add(lease);
            watch(lease);
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

        @Override
        void want(FaultyProcess process) {
            await(process, () -> process.engine.lock("lock").acquireAsync(), lease -> granted(process, lease));
        }

        @Override
        void tryWithin(FaultyProcess process, Duration atMost) {
            await(
                    process,
                    () -> process.engine.lock("lock").tryAcquireAsync(atMost),
                    lease -> lease.ifPresent(held -> granted(process, held)));
        }
    }
}
