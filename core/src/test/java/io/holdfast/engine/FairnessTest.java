package io.holdfast.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.DistributedLock;
import io.holdfast.LockOptions;
import io.holdfast.Order;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * One lock that everybody wants all the time, in virtual time: how evenly it is had, how far anybody is overtaken, and how
 * many requests that takes. These numbers are the same on every machine.
 */
class FairnessTest {

    private static final int BATCH = 32;

    private final World world = new World();
    private final Random random = new Random(7);
    private final List<Worker> workers = new ArrayList<>();

    private int grants;

    /** One who comes back as soon as it has released. */
    private final class Worker {
        private final World.Client client;
        private final DistributedLock lock;
        private int turns;
        private int overtakenBy;

        Worker(World.Client client, LockOptions options) {
            this.client = client;
            this.lock = client.lock.with(options);
        }

        void ask() {
            int before = grants;
            var unused = lock.acquireAsync().thenAccept(lease -> {
                overtakenBy = Math.max(overtakenBy, grants - before);
                grants++;
                turns++;
                client.machine.schedule(
                        () -> {
                            var released = lease.releaseAsync();
                            client.machine.schedule(this::ask, micros(1, 10));
                        },
                        micros(5, 30));
            });
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 16", "4, 4", "8, 16"})
    void batchesAreSharedEvenlyAndCostFewRequests(int clients, int threads) {
        play(clients, threads, LockOptions.defaults());

        assertThat(evenness()).as("fewest of most").isGreaterThan(0.98);
        assertThat(requestsPerGrant()).as("requests for a grant").isLessThan(1.1 / BATCH);
        assertThat(mostOvertaken())
                .as("a batch of each other client, and those who came sooner in this one")
                .isLessThanOrEqualTo((clients - 1) * BATCH + threads - 1);
    }

    @ParameterizedTest
    @CsvSource({"1, 16", "4, 4", "8, 16"})
    void inStrictOrderEverybodyElseHasItOnceInBetween(int clients, int threads) {
        play(clients, threads, LockOptions.defaults().order(Order.STRICT));

        assertThat(evenness()).as("fewest of most").isGreaterThan(0.98);
        assertThat(requestsPerGrant()).as("requests for a grant").isLessThan(1.01);
        assertThat(mostOvertaken()).as("everybody else, once").isLessThanOrEqualTo(clients * threads - 1);
    }

    private void play(int clients, int threads, LockOptions options) {
        for (int i = 0; i < clients; i++) {
            World.Client client = world.client();
            client.store.link = call -> () -> client.machine.schedule(
                    () -> {
                        call.execute();
                        client.machine.schedule(call::answer, micros(20, 200));
                    },
                    micros(20, 200));
            for (int thread = 0; thread < threads; thread++) {
                Worker worker = new Worker(client, options);
                workers.add(worker);
                worker.ask();
            }
        }
        world.advance(Duration.ofSeconds(5));
        assertThat(grants).as("enough to count").isGreaterThan(100 * clients * threads);
    }

    private double evenness() {
        int fewest = workers.stream().mapToInt(worker -> worker.turns).min().orElseThrow();
        int most = workers.stream().mapToInt(worker -> worker.turns).max().orElseThrow();
        return fewest / (double) most;
    }

    private double requestsPerGrant() {
        int requests = workers.stream()
                .map(worker -> worker.client)
                .distinct()
                .mapToInt(client -> client.store.calls.size())
                .sum();
        return requests / (double) grants;
    }

    private int mostOvertaken() {
        return workers.stream().mapToInt(worker -> worker.overtakenBy).max().orElseThrow();
    }

    private long micros(int least, int most) {
        return 1_000L * (least + random.nextInt(most - least));
    }
}
