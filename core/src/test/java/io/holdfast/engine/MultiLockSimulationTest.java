package io.holdfast.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.LockOptions;
import io.holdfast.MultiLease;
import io.holdfast.memory.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * Clients that want several of the same locks, in any order, in the world of {@link SimulationTest}.
 *
 * <p>{@code -Dholdfast.seeds=100000} runs more worlds, {@code -Dholdfast.seed=17} one.
 */
class MultiLockSimulationTest {

    private static final int SEEDS = Integer.getInteger("holdfast.seeds", 1_000);

    @Test
    void nobodyWaitsForEverAndNobodyHasLessThanAll() {
        Integer only = Integer.getInteger("holdfast.seed");
        long grants = 0;
        for (int seed = only == null ? 1 : only; seed <= (only == null ? SEEDS : only); seed++) {
            Run run = new Run(seed);
            try {
                run.play();
            } catch (Throwable broken) {
                throw new AssertionError(
                        "seed " + seed + ", at " + Duration.ofNanos(run.time.elapsed())
                                + "; replay it with -Dtest=MultiLockSimulationTest -Dholdfast.seed=" + seed,
                        broken);
            }
            grants += run.grants;
        }
        if (only == null) {
            assertThat(grants).isGreaterThan(10L * SEEDS);
        }
    }

    private static final class Run {

        final VirtualTime time;
        final Random random;
        final MemoryStore memory;
        final List<FaultyProcess> processes = new ArrayList<>();
        final List<MultiLease> leases = new ArrayList<>();
        final List<CompletableFuture<?>> waits = new ArrayList<>();
        final Map<String, Long> lastTokens = new HashMap<>();
        final List<Throwable> broken = new ArrayList<>();
        double loss;
        long grants;

        Run(long seed) {
            random = new Random(seed);
            time = new VirtualTime(seed);
            memory = MemoryStore.create(time.machine());
            loss = random.nextInt(3) == 0 ? 0 : random.nextDouble() * 0.2;
            LockOptions options = LockOptions.defaults().lease(Duration.ofMillis(1_000 + random.nextInt(8_000)));
            for (int i = 2 + random.nextInt(3); i > 0; i--) {
                processes.add(new FaultyProcess(time, random, memory, options, () -> loss));
            }
        }

        void play() {
            for (int i = 0; i < 40; i++) {
                FaultyProcess process = processes.get(random.nextInt(processes.size()));
                switch (random.nextInt(10)) {
                    case 0 -> process.machine.pause(Duration.ofMillis(random.nextInt(12_000)));
                    case 1 -> {
                        if (!waits.isEmpty()) {
                            waits.get(random.nextInt(waits.size())).cancel(true);
                        }
                    }
                    default -> process.machine.schedule(() -> want(process), 0);
                }
                time.advance(Duration.ofMillis(random.nextInt(10) == 0 ? random.nextInt(3_000) : random.nextInt(60)));
                assertThat(broken).isEmpty();
            }
            loss = 0;
            time.advance(Duration.ofMinutes(3));
            assertThat(broken).isEmpty();
            assertThat(waits).as("waits that never ended").allMatch(CompletableFuture::isDone);
            assertThat(processes).as("processes that keep something").allMatch(process -> process.engine.isIdle());
            var end = processes.get(0).engine.lockAll("a", "b", "c", "d").acquireAsync();
            time.advance(Duration.ofSeconds(5));
            assertThat(end).as("all are free in the end").isCompleted();
            end.join().releaseAsync();
            time.advance(Duration.ofSeconds(2));
            assertThat(memory.isEmpty()).as("nothing is left at the store").isTrue();
        }

        void want(FaultyProcess process) {
            String[] names = new String[1 + random.nextInt(4)];
            for (int i = 0; i < names.length; i++) {
                names[i] = String.valueOf((char) ('a' + random.nextInt(4)));
            }
            var lock = process.engine.lockAll(names);
            if (random.nextInt(4) > 0) {
                CompletableFuture<MultiLease> wait = lock.acquireAsync();
                waits.add(wait);
                var unused = wait.thenAccept(lease -> note(process, lease));
            } else {
                CompletableFuture<Optional<MultiLease>> wait =
                        lock.tryAcquireAsync(Duration.ofMillis(random.nextInt(3_000)));
                waits.add(wait);
                var unused = wait.thenAccept(lease -> lease.ifPresent(held -> note(process, held)));
            }
        }

        void note(FaultyProcess process, MultiLease lease) {
            try {
                granted(process, lease);
            } catch (AssertionError e) {
                broken.add(e);
            }
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
