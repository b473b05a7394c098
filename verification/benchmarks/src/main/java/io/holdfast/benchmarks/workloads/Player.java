package io.holdfast.benchmarks.workloads;

import io.holdfast.benchmarks.measure.Guard;
import io.holdfast.benchmarks.measure.Hold;
import io.holdfast.benchmarks.measure.Latencies;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** One of the two of a {@link HandOff}. */
final class Player {

    /** By then the other's wait has reached the server. */
    private static final long SETTLE_MILLIS = 4;

    private final Hold hold;
    private final Guard guard;
    private final Ball ball;
    private final Latencies times = new Latencies();

    /** Comes when the other has got it. */
    private final Semaphore taken = new Semaphore(0);

    /** Comes when this one is about to wait. */
    private final Semaphore coming = new Semaphore(0);

    Player(Hold hold, Guard guard, Ball ball) {
        this.hold = hold;
        this.guard = guard;
        this.ball = ball;
    }

    /** {@return a thread in which it plays} */
    Thread against(Player other) {
        Thread thread = new Thread(
                () -> {
                    try {
                        play(other);
                    } catch (InterruptedException | RuntimeException | Error e) {
                        ball.fail(e);
                    }
                },
                "bench-player");
        thread.setDaemon(true);
        return thread;
    }

    private void play(Player other) throws InterruptedException {
        while (!ball.isOver()) {
            coming.release();
            hold.acquire();
            long now = System.nanoTime();
            guard.enter(1);
            coming.drainPermits();
            ball.caught(now, times);
            other.taken.release();
            await(other.coming);
            Thread.sleep(SETTLE_MILLIS);
            guard.leave(1);
            taken.drainPermits();
            ball.thrown();
            hold.release();
            await(taken);
        }
    }

    private void await(Semaphore signal) throws InterruptedException {
        while (!ball.isOver() && !signal.tryAcquire(10, TimeUnit.MILLISECONDS)) {
            Thread.onSpinWait();
        }
    }

    /** {@return how long it took until this one had it} */
    Latencies times() {
        return times;
    }
}
