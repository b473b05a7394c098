package io.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LeaseLostException;
import io.holdfast.LockOptions;
import io.holdfast.tck.Eventually;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Clients that lock and unlock all the time, and what they were given. */
final class Load implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /**
     * One acquisition.
     *
     * @param name the lock
     * @param asked when it was asked for
     * @param got when it was there
     * @param token its token
     */
    private record Acquisition(String name, long asked, long got, long token) {}

    private final Queue<Acquisition> acquisitions = new ConcurrentLinkedQueue<>();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final List<String> names;
    private final Consumer<Lease> section;
    private final ExecutorService threads;
    private volatile boolean done;

    /** Starts a thread for each client and lock. */
    Load(List<Holdfast> clients, List<String> names, LockOptions options) {
        this(clients, names, options, lease -> {});
    }

    /** Starts a thread for each client and lock, which does something with each lease. */
    Load(List<Holdfast> clients, List<String> names, LockOptions options, Consumer<Lease> section) {
        this.names = names;
        this.section = section;
        this.threads = Executors.newFixedThreadPool(clients.size() * names.size());
        for (Holdfast client : clients) {
            for (String name : names) {
                threads.execute(() -> work(client, name, options));
            }
        }
    }

    private void work(Holdfast client, String name, LockOptions options) {
        try {
            while (!done) {
                long asked = System.nanoTime();
                try (Lease lease = client.lock(name).with(options).acquire(PATIENCE)) {
                    acquisitions.add(new Acquisition(name, asked, System.nanoTime(), lease.token()));
                    section.accept(lease);
                } catch (LeaseLostException e) {
                    // A failover may lose a lock: its holder is told, and goes on.
                    continue;
                }
            }
        } catch (Exception | Error e) {
            failures.add(e);
        }
    }

    /** Waits until each lock was taken so many times more. */
    void awaitMore(int times) {
        long now = System.nanoTime();
        Eventually.holds(
                "each lock is taken " + times + " times more",
                PATIENCE,
                () -> !failures.isEmpty() || names.stream().allMatch(name -> countSince(name, now) >= times));
        assertThat(failures).isEmpty();
    }

    private long countSince(String name, long time) {
        return acquisitions.stream()
                .filter(one -> one.asked() - time > 0 && one.name().equals(name))
                .count();
    }

    /** Ends it: nobody failed, no token was given twice, and whoever asked after another got it has a higher token. */
    @Override
    public void close() throws Exception {
        done = true;
        threads.shutdown();
        assertThat(threads.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .as("all end")
                .isTrue();
        assertThat(failures).isEmpty();
        names.forEach(this::assertTokensGrow);
    }

    private void assertTokensGrow(String name) {
        List<Acquisition> asked = acquisitions.stream()
                .filter(one -> one.name().equals(name))
                .sorted(Comparator.comparingLong(Acquisition::asked))
                .toList();
        List<Acquisition> got = asked.stream()
                .sorted(Comparator.comparingLong(Acquisition::got))
                .toList();
        assertThat(asked.stream().map(Acquisition::token)).doesNotHaveDuplicates();
        long highest = 0;
        int seen = 0;
        for (Acquisition one : asked) {
            while (got.get(seen).got() < one.asked()) {
                highest = Math.max(highest, got.get(seen++).token());
            }
            assertThat(one.token()).as("token of %s", name).isGreaterThan(highest);
        }
    }
}
