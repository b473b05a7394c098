package io.holdfast.benchmarks.workloads;

import io.holdfast.benchmarks.measure.Figures;
import io.holdfast.benchmarks.measure.Guard;
import io.holdfast.benchmarks.measure.Hold;
import io.holdfast.benchmarks.measure.Latencies;
import io.holdfast.benchmarks.measure.Meter;
import io.holdfast.benchmarks.measure.Turn;
import io.holdfast.benchmarks.rivals.Clients;
import io.holdfast.benchmarks.rivals.Contender;
import io.holdfast.benchmarks.rivals.Part;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A lock that goes to and fro between two clients: how long from the moment when the one begins to release it to the
 * moment when the other returns with it. The other has been waiting for a while by then, and the one does not come back
 * before it has it.
 */
final class HandOff implements Entry {

    private static final long PATIENCE_SECONDS = 60;

    private final Clients clients;
    private final Meter meter;
    private final List<Hold> holds;
    private final Guard guard = new Guard(1);

    private HandOff(Clients clients, Meter meter, String name) {
        this.clients = clients;
        this.meter = meter;
        this.holds = List.of(clients.hold(0, Part.LOCK, name), clients.hold(1, Part.LOCK, name));
    }

    static HandOff enter(Contender contender, Meter meter) {
        return new HandOff(contender.open(2), meter, contender.name() + " hand-off");
    }

    @Override
    public Figures turn(Duration time) throws InterruptedException, TimeoutException {
        return Turn.waits(play(time));
    }

    @Override
    public Figures count(Duration time) throws InterruptedException, TimeoutException {
        try (Meter.RequestCount requests = meter.countRequests()) {
            return requests.forEach(play(time).count());
        }
    }

    private Latencies play(Duration time) throws InterruptedException, TimeoutException {
        Ball ball = new Ball();
        Player one = new Player(holds.get(0), guard, ball);
        Player other = new Player(holds.get(1), guard, ball);
        List<Thread> threads = List.of(one.against(other), other.against(one));
        threads.forEach(Thread::start);
        // Whoever polls needs long for the first: a turn without any would be worth nothing.
        long patience = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        do {
            Thread.sleep(time.toMillis());
        } while (ball.passes() == 0 && !ball.isOver() && System.nanoTime() < patience);
        ball.end();
        for (Thread thread : threads) {
            thread.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
            if (thread.isAlive()) {
                thread.interrupt();
                throw new TimeoutException("a hand-off does not end");
            }
        }
        Latencies all = new Latencies();
        all.add(one.times());
        all.add(other.times());
        return ball.check(all);
    }

    @Override
    public long overlaps() {
        return guard.overlaps();
    }

    @Override
    public void close() {
        clients.close();
    }
}
