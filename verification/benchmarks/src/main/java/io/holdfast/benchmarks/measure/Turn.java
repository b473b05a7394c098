package io.holdfast.benchmarks.measure;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/** One contender's turn: some threads, each with its cycle, for a while. */
public final class Turn {

    private static final double NANOS_PER_MICRO = TimeUnit.MICROSECONDS.toNanos(1);

    private static final long PATIENCE_SECONDS = 60;

    private final List<Cycle> cycles;
    private final Meter meter;

    /**
     * A turn that can be had again and again.
     *
     * @param cycles one for each thread
     * @param meter where the server's cost is read
     */
    public Turn(List<Cycle> cycles, Meter meter) {
        this.cycles = List.copyOf(cycles);
        this.meter = meter;
    }

    /**
     * Runs it, and measures everything but the requests.
     *
     * @param time how long
     * @return what was measured
     * @throws InterruptedException if this thread is interrupted
     * @throws TimeoutException if a thread does not come to an end
     */
    public Figures run(Duration time) throws InterruptedException, TimeoutException {
        ProcessorTime cpu = ProcessorTime.start(meter);
        Crew crew = work(time);
        double client = cpu.client();
        double server = cpu.server();
        Latencies waits = crew.waits();
        long fewest = crew.workers.stream().mapToLong(Worker::inTime).min().orElseThrow();
        long most = crew.workers.stream().mapToLong(Worker::inTime).max().orElseThrow();
        long inTime = crew.workers.stream().mapToLong(Worker::inTime).sum();
        return waits(waits)
                .with(Metric.CYCLES, inTime * 1e9 / crew.nanos)
                .with(Metric.FEWEST, (double) fewest)
                .with(Metric.MOST, (double) most)
                .with(Metric.EVENNESS, Statistics.evenness(fewest, most))
                .with(Metric.CLIENT_CPU, client / NANOS_PER_MICRO / waits.count())
                .with(Metric.SERVER_CPU, server / NANOS_PER_MICRO / waits.count());
    }

    /**
     * Runs it, and measures nothing but the requests, because counting them takes time.
     *
     * @param time how long
     * @return requests for each acquisition
     * @throws InterruptedException if this thread is interrupted
     * @throws TimeoutException if a thread does not come to an end
     */
    public Figures count(Duration time) throws InterruptedException, TimeoutException {
        try (Meter.RequestCount requests = meter.countRequests()) {
            return requests.forEach(work(time).waits().count());
        }
    }

    /**
     * {@return the figures that tell of waits}
     *
     * @param waits at least one
     */
    public static Figures waits(Latencies waits) {
        return Figures.none()
                .with(Metric.P50, waits.percentile(0.5) / NANOS_PER_MICRO)
                .with(Metric.P99, waits.percentile(0.99) / NANOS_PER_MICRO)
                .with(Metric.MAXIMUM, waits.maximum() / NANOS_PER_MICRO);
    }

    private Crew work(Duration time) throws InterruptedException, TimeoutException {
        CountDownLatch start = new CountDownLatch(1);
        CountDownLatch first = new CountDownLatch(1);
        AtomicBoolean done = new AtomicBoolean();
        List<Worker> workers = cycles.stream()
                .map(cycle -> new Worker(cycle, start, first, done))
                .toList();
        long started = System.nanoTime();
        start.countDown();
        long deadline = started + time.toNanos();
        while (System.nanoTime() < deadline && !done.get()) {
            Thread.sleep(Math.min(50, 1 + TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
        }
        // A turn in which nothing happened would tell nothing: it lasts until something has.
        boolean any = first.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        done.set(true);
        if (!any) {
            throw new TimeoutException("nobody got the lock for a minute");
        }
        long nanos = System.nanoTime() - started;
        for (Worker worker : workers) {
            worker.join();
        }
        return new Crew(workers, nanos);
    }

    /** Threads that have ended, and how long they had. */
    private record Crew(List<Worker> workers, long nanos) {

        Latencies waits() {
            Latencies all = new Latencies();
            workers.forEach(worker -> all.add(worker.waits()));
            return all;
        }
    }
}
