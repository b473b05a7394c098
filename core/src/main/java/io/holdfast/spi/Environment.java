package io.holdfast.spi;

import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/**
 * Time, scheduling and chance: all that makes one run differ from the next. Injected, so that a simulation can replay a
 * run.
 *
 * @param clock tells the time
 * @param scheduler runs things later
 * @param executor runs what belongs to users
 * @param random for ids and for delays that should differ
 */
public record Environment(Clock clock, Scheduler scheduler, Executor executor, RandomGenerator random) {

    /** Tells the time in two ways. */
    public interface Clock {

        /**
         * {@return nanoseconds of a clock that never steps, as {@link System#nanoTime()}: only differences mean
         * anything}
         */
        long nanos();

        /**
         * {@return milliseconds since 1970, as {@link System#currentTimeMillis()}: it may step, but goes on while the
         * machine is suspended}
         */
        long wallMillis();
    }

    /** Runs things later, on a thread that must not be blocked. */
    @FunctionalInterface
    public interface Scheduler {

        /**
         * Runs something later.
         *
         * @param task what; it must not block
         * @param delayNanos after what time, in nanoseconds of {@link Clock#nanos()}; at once if that is not positive
         * @return a way to call it off
         */
        Cancellable schedule(Runnable task, long delayNanos);
    }

    /** Something that can be called off. */
    @FunctionalInterface
    public interface Cancellable {

        /** Calls it off, if it has not run. Never waits. */
        void cancel();
    }
}
