package io.holdfast.jdbc;

import java.time.Duration;

/** Time as it stands in the tables, microseconds, and as the claim model counts it, nanoseconds. */
final class Micros {

    static final long SECOND = 1_000_000;

    private static final long NANOS = 1_000;

    private Micros() {}

    static long toNanos(long micros) {
        return micros * NANOS;
    }

    /** {@return a time that is over no sooner than the one that is given} */
    static long ceil(long nanos) {
        return -Math.floorDiv(-nanos, NANOS);
    }

    static long ceil(Duration time) {
        return ceil(time.toNanos());
    }

    static Duration duration(long micros) {
        return Duration.ofNanos(toNanos(micros));
    }
}
