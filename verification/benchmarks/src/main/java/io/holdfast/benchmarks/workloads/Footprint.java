package io.holdfast.benchmarks.workloads;

import io.holdfast.benchmarks.measure.Figures;
import io.holdfast.benchmarks.measure.Heap;
import io.holdfast.benchmarks.measure.Hold;
import io.holdfast.benchmarks.measure.Meter;
import io.holdfast.benchmarks.measure.Metric;
import io.holdfast.benchmarks.rivals.Clients;
import io.holdfast.benchmarks.rivals.Contender;
import io.holdfast.benchmarks.rivals.Part;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** What a lease and a wait take: heap at the client, keys at the server. */
final class Footprint implements Entry {

    private static final int LEASES = 5_000;
    private static final int WAITERS = 256;
    private static final long SETTLE_MILLIS = 500;
    private static final long PATIENCE_SECONDS = 60;

    private final Clients clients;
    private final Meter meter;
    private final String prefix;

    private Footprint(Clients clients, Meter meter, String prefix) {
        this.clients = clients;
        this.meter = meter;
        this.prefix = prefix;
    }

    static Footprint enter(Contender contender, Meter meter) {
        meter.clear();
        return new Footprint(contender.open(2), meter, contender.name());
    }

    @Override
    public Figures turn(Duration time) throws InterruptedException, TimeoutException {
        // What is made once, whatever it is used for, belongs to no lease.
        Hold first = hold(0, "first");
        first.acquire();
        first.release();
        return leases().with(waiters());
    }

    private Figures leases() throws InterruptedException {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < LEASES; i++) {
            names.add("lease " + i);
        }
        List<Hold> holds = new ArrayList<>(LEASES);
        long heapBefore = Heap.used();
        long keysBefore = meter.keys();
        for (String name : names) {
            Hold hold = hold(0, name);
            hold.acquire();
            holds.add(hold);
        }
        double heap = Heap.used() - heapBefore;
        double keys = meter.keys() - keysBefore;
        holds.forEach(Hold::release);
        return Figures.none().with(Metric.HEAP_PER_LEASE, heap / LEASES).with(Metric.KEYS_HELD, keys / LEASES);
    }

    private Figures waiters() throws InterruptedException, TimeoutException {
        long keysBefore = meter.keys();
        Hold busy = hold(1, "busy");
        busy.acquire();
        CountDownLatch go = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < WAITERS; i++) {
            threads.add(new Thread(() -> waitOnce(go), "bench-waiter"));
        }
        threads.forEach(thread -> thread.setDaemon(true));
        threads.forEach(Thread::start);
        Thread.sleep(SETTLE_MILLIS);
        long heapBefore = Heap.used();
        go.countDown();
        Thread.sleep(SETTLE_MILLIS);
        double heap = Heap.used() - heapBefore;
        double keys = meter.keys() - keysBefore;
        busy.release();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        for (Thread thread : threads) {
            thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
            if (thread.isAlive()) {
                threads.forEach(Thread::interrupt);
                throw new TimeoutException("a thread still waits for a lock that is free");
            }
        }
        return Figures.none().with(Metric.HEAP_PER_WAITER, heap / WAITERS).with(Metric.KEYS_WAITED, keys);
    }

    private void waitOnce(CountDownLatch go) {
        try {
            go.await();
            Hold hold = hold(0, "busy");
            hold.acquire();
            hold.release();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Hold hold(int client, String name) {
        return clients.hold(client, Part.LOCK, prefix + " " + name);
    }

    @Override
    public void close() {
        clients.close();
        meter.clear();
    }
}
