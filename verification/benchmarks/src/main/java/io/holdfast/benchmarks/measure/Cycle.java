package io.holdfast.benchmarks.measure;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** What a thread does again and again. */
@FunctionalInterface
public interface Cycle {

    /**
     * Does it once.
     *
     * @return how long it waited, in nanoseconds
     * @throws InterruptedException if the turn was broken off
     */
    long run() throws InterruptedException;

    /**
     * {@return a cycle that acquires, enters, stays, leaves and releases}
     *
     * @param hold what it acquires
     * @param guard where it enters
     * @param units how much of the guard's capacity it takes
     * @param section how long it stays
     */
    static Cycle of(Hold hold, Guard guard, int units, Duration section) {
        long stay = section.toNanos();
        return () -> {
            long called = System.nanoTime();
            hold.acquire();
            long returned = System.nanoTime();
            guard.enter(units);
            if (stay > 0) {
                sleepUntil(returned + stay);
            }
            guard.leave(units);
            hold.release();
            return returned - called;
        };
    }

    private static void sleepUntil(long deadline) {
        for (long left = deadline - System.nanoTime(); left > 0; left = deadline - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
