package io.holdfast.benchmarks.workloads;

import io.holdfast.benchmarks.measure.Figures;
import io.holdfast.benchmarks.measure.Hold;
import io.holdfast.benchmarks.measure.Meter;
import io.holdfast.benchmarks.measure.Metric;
import io.holdfast.benchmarks.measure.ProcessorTime;
import io.holdfast.benchmarks.rivals.Clients;
import io.holdfast.benchmarks.rivals.Contender;
import io.holdfast.benchmarks.rivals.Part;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Locks that are held, and what it takes to keep them, with the lease that each contender has by default. */
final class HeldLeases implements Entry {

    /** The longest time between two renewals of one lease that any contender has; the others' fit into it evenly. */
    private static final Duration PERIOD = Duration.ofSeconds(10);

    private final Clients clients;
    private final Meter meter;
    private final List<Hold> holds = new ArrayList<>();

    private HeldLeases(Clients clients, Meter meter) {
        this.clients = clients;
        this.meter = meter;
    }

    static Workload.Entrance of(int count) {
        return (contender, meter) -> enter(contender, meter, count);
    }

    private static HeldLeases enter(Contender contender, Meter meter, int count) {
        HeldLeases entry = new HeldLeases(contender.open(1), meter);
        for (int i = 0; i < count; i++) {
            entry.holds.add(entry.clients.hold(0, Part.LOCK, contender.name() + " held " + i));
        }
        return entry;
    }

    @Override
    public Figures turn(Duration time) throws InterruptedException {
        for (Hold hold : holds) {
            hold.acquire();
        }
        ProcessorTime cpu = ProcessorTime.start(meter);
        try (Meter.RequestCount requests = meter.countRequests()) {
            Thread.sleep(PERIOD.toMillis());
            double seconds = PERIOD.toSeconds();
            double nanosPerMilli = TimeUnit.MILLISECONDS.toNanos(1);
            return Figures.none()
                    .with(Metric.IDLE_REQUESTS, requests.stop() / seconds)
                    .with(Metric.IDLE_CLIENT_CPU, cpu.client() / nanosPerMilli / seconds)
                    .with(Metric.IDLE_SERVER_CPU, cpu.server() / nanosPerMilli / seconds);
        } finally {
            holds.forEach(Hold::release);
        }
    }

    @Override
    public void close() {
        clients.close();
    }
}
