package io.holdfast.benchmarks.workloads;

import io.holdfast.benchmarks.measure.Cycle;
import io.holdfast.benchmarks.measure.Figures;
import io.holdfast.benchmarks.measure.Guard;
import io.holdfast.benchmarks.measure.Meter;
import io.holdfast.benchmarks.measure.Metric;
import io.holdfast.benchmarks.measure.Turn;
import io.holdfast.benchmarks.rivals.Clients;
import io.holdfast.benchmarks.rivals.Part;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;

/** Threads of one client that use one name after the other, each at least once, and what is left of that. */
final class ManyNames implements Entry {

    private static final int THREADS = 16;

    /** Who deletes what is left a moment later has time for that. */
    private static final long SETTLE_MILLIS = 500;

    private final Clients clients;
    private final Meter meter;
    private final List<Walk> warmUp;
    private final List<Walk> walks;

    private ManyNames(Clients clients, Meter meter, String prefix, int count) {
        this.clients = clients;
        this.meter = meter;
        this.warmUp = walks(prefix + " warm-up ", Math.min(THREADS, count));
        this.walks = walks(prefix + " name ", count);
    }

    static Workload.Entrance of(int count) {
        return (contender, meter) -> {
            meter.clear();
            return new ManyNames(contender.open(1), meter, contender.name(), count);
        };
    }

    private List<Walk> walks(String prefix, int count) {
        List<Walk> all = new ArrayList<>();
        int threads = Math.min(THREADS, count);
        for (int first = 0; first < threads; first++) {
            List<String> names = new ArrayList<>();
            for (int i = first; i < count; i += threads) {
                names.add(prefix + i);
            }
            all.add(new Walk(clients, names));
        }
        return all;
    }

    @Override
    public Figures turn(Duration time) throws InterruptedException, TimeoutException {
        new Turn(List.copyOf(warmUp), meter).run(time);
        Thread.sleep(SETTLE_MILLIS);
        long keys = meter.keys();
        long memory = meter.memory();
        Turn turn = new Turn(List.copyOf(walks), meter);
        List<Figures> all = new ArrayList<>();
        do {
            all.add(turn.run(time));
        } while (walks.stream().anyMatch(walk -> walk.rounds == 0));
        Thread.sleep(SETTLE_MILLIS);
        return Figures.median(all)
                .with(Metric.KEYS_LEFT, (double) (meter.keys() - keys))
                .with(Metric.SERVER_MEMORY_LEFT, (meter.memory() - memory) / 1024.0);
    }

    @Override
    public long overlaps() {
        return walks.stream().mapToLong(walk -> walk.guard.overlaps()).sum();
    }

    @Override
    public void close() {
        clients.close();
        meter.clear();
    }

    /** A thread's names, again and again. */
    private static final class Walk implements Cycle {

        private final Clients clients;
        private final List<String> names;
        private final Guard guard = new Guard(1);
        private int next;
        private int rounds;

        Walk(Clients clients, List<String> names) {
            this.clients = clients;
            this.names = names;
        }

        @Override
        public long run() throws InterruptedException {
            String name = names.get(next);
            next++;
            if (next == names.size()) {
                next = 0;
                rounds++;
            }
            return Cycle.of(clients.hold(0, Part.LOCK, name), guard, 1, Duration.ZERO)
                    .run();
        }
    }
}
