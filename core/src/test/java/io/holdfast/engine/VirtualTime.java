package io.holdfast.engine;

import io.holdfast.spi.Environment;
import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * Time that passes only when it is told to, in one thread: everything that is scheduled runs in its order, the same way
 * each time.
 *
 * <p>Each {@link Machine} has clocks of its own over it, and can be paused or suspended. It begins shortly before the
 * numbers overflow, as {@link System#nanoTime()} may.
 */
final class VirtualTime {

    private static final long START = Long.MAX_VALUE - Duration.ofSeconds(30).toNanos();

    private record Task(long at, long order, Machine machine, Runnable runnable) {}

    private final PriorityQueue<Task> tasks =
            new PriorityQueue<>(Comparator.comparingLong(Task::at).thenComparingLong(Task::order));
    private final Random random;
    private long elapsed;
    private long order;
    private long ran;

    VirtualTime(long seed) {
        random = new Random(seed);
    }

    Machine machine() {
        return new Machine();
    }

    /** How many tasks have run. */
    long ran() {
        return ran;
    }

    long elapsed() {
        return elapsed;
    }

    /** Lets time pass, and runs what becomes due. */
    void advance(Duration time) {
        long until = elapsed + time.toNanos();
        while (!tasks.isEmpty() && tasks.peek().at() <= until) {
            runNext();
        }
        elapsed = until;
    }

    /** Runs what is due now, and what that makes due now. */
    void settle() {
        advance(Duration.ZERO);
    }

    boolean runNext() {
        Task task = tasks.poll();
        if (task == null) {
            return false;
        }
        elapsed = Math.max(elapsed, task.at());
        if (task.machine().pausedUntil > elapsed) {
            tasks.add(new Task(task.machine().pausedUntil, task.order(), task.machine(), task.runnable()));
        } else {
            ran++;
            task.runnable().run();
        }
        return true;
    }

    /** A machine in that time: its clocks, its timer, its threads. */
    final class Machine implements Environment.Clock {

        private long pausedUntil;

        /** Whether what is called off runs all the same, as if it had begun already. */
        boolean cancelsTooLate;

        private long wallOffset = Duration.ofDays(20_000).toNanos();

        Environment environment() {
            return new Environment(this, this::schedule, task -> schedule(task, 0), random);
        }

        Environment.Cancellable schedule(Runnable runnable, long delay) {
            Task task = new Task(elapsed + Math.max(0, delay), order++, this, runnable);
            tasks.add(task);
            return cancelsTooLate ? () -> {} : () -> tasks.remove(task);
        }

        /** Nothing of this machine runs for a while, though its clocks go on: a stopped process. */
        void pause(Duration time) {
            pausedUntil = Math.max(pausedUntil, elapsed + time.toNanos());
        }

        boolean isPaused() {
            return pausedUntil > elapsed;
        }

        /** The wall clock moves by itself: it was stepped, or the machine was suspended. */
        void moveWall(Duration time) {
            wallOffset += time.toNanos();
        }

        @Override
        public long nanos() {
            return START + elapsed;
        }

        @Override
        public long wallMillis() {
            return (elapsed + wallOffset) / 1_000_000;
        }
    }
}
