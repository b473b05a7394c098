package io.holdfast.memory;

import io.holdfast.spi.Environment;
import java.time.Duration;

/** A clock that stands still until it is moved. It starts shortly before its numbers overflow, as nanoTime may. */
final class VirtualClock implements Environment.Clock {

    private static final long START = Long.MAX_VALUE - Duration.ofSeconds(20).toNanos();

    private long elapsed;

    @Override
    public long nanos() {
        return START + elapsed;
    }

    @Override
    public long wallMillis() {
        return elapsed / 1_000_000;
    }

    long elapsedMillis() {
        return elapsed / 1_000_000;
    }

    void advance(Duration time) {
        elapsed += time.toNanos();
    }
}
