package io.holdfast.engine;

import io.holdfast.spi.Environment.Clock;

/**
 * A moment by both clocks, taken before a request is sent.
 *
 * @param nanos the monotonic time
 * @param gap by how much the wall clock was ahead of it, in nanoseconds: it stays the same until one of the clocks
 *     steps, or the machine is suspended, when only the wall clock goes on
 */
record Stamp(long nanos, long gap) {

    private static final int TRIES = 4;
    private static final long CLOSE_ENOUGH = 1_000_000;

    static Stamp of(Clock clock) {
        long before = clock.nanos();
        for (int i = 1; ; i++) {
            long wall = clock.wallMillis();
            long after = clock.nanos();
            // A thread that was put aside between the readings would see clocks that seem to have moved apart.
            if (after - before < CLOSE_ENOUGH || i == TRIES) {
                return new Stamp(before, wall * 1_000_000 - before);
            }
            before = after;
        }
    }
}
