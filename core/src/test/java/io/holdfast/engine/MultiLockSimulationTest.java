package io.holdfast.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.LockOptions;
import io.holdfast.MultiLease;
import io.holdfast.MultiLock;
import io.holdfast.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Clients that want several of the same locks, in any order, in a world that goes wrong at random. */
class MultiLockSimulationTest {

    private static final int USUAL = 1_000;

    private long grants;
    private long together;

    @Test
    void nobodyWaitsForEverAndNobodyHasLessThanAll() {
        Seeds.play(MultiLockSimulationTest.class, USUAL, Run::new, run -> {
            grants += run.grants;
            together += run.processes.stream()
                    .mapToLong(process ->
                            process.store.calls(TestStore.Operation.ACQUIRE_ALL).size())
                    .sum();
        });
        if (!Seeds.isOne()) {
            assertThat(grants).isGreaterThan(10L * Seeds.count(USUAL));
            assertThat(together).as("asked for with one request").isGreaterThan(2L * Seeds.count(USUAL));
        }
    }

    private static final class Run extends Simulation {

        final List<MultiLease> leases = new ArrayList<>();
        final Map<String, Long> lastTokens = new HashMap<>();

        Run(long seed) {
            super(seed, 40, Duration.ofSeconds(5));
            drawLoss(0.2);
            drawProcesses(LockOptions.defaults().lease(Duration.ofMillis(1_000 + random.nextInt(8_000))));
            // Sets of which some live in one place and some do not; sorted, since a client sorts them.
            processes.forEach(process -> process.store.together = names -> (names.hashCode() ^ seed) % 3 != 0);
        }

        @Override
        CompletableFuture<MultiLease> takeAll(FaultyProcess process) {
            return process.engine.lockAll("a", "b", "c", "d").acquireAsync();
        }

        @Override
        void want(FaultyProcess process) {
            MultiLock locks = some(process);
            await(process, locks::acquireAsync, lease -> granted(process, lease));
        }

        @Override
        void tryWithin(FaultyProcess process, Duration atMost) {
            MultiLock locks = some(process);
            await(
                    process,
                    () -> locks.tryAcquireAsync(atMost),
                    lease -> lease.ifPresent(held -> granted(process, held)));
        }

        MultiLock some(FaultyProcess process) {
            String[] names = new String[1 + random.nextInt(4)];
            for (int i = 0; i < names.length; i++) {
                names[i] = String.valueOf((char) ('a' + random.nextInt(4)));
            }
            return process.engine.lockAll(names);
        }

        void granted(FaultyProcess process, MultiLease lease) {
            grants++;
            lease.tokens().forEach((name, token) -> {
                assertThat(leases)
                        .as("valid leases of others on " + name)
                        .noneMatch(other -> other.tokens().containsKey(name) && other.isValid());
                assertThat(token).as("token of " + name).isGreaterThan(lastTokens.getOrDefault(name, 0L));
                lastTokens.put(name, token);
            });
            leases.add(lease);
            process.machine.schedule(
                    () -> lease.releaseAsync().whenComplete((release, error) -> leases.remove(lease)),
                    Duration.ofMillis(random.nextInt(200)).toNanos());
        }
    }
}
