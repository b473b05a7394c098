package io.holdfast.benchmarks.measure;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Whoever has a lock enters here, and is counted if others are inside who must not be: speed is worth nothing if the
 * lock does not hold.
 */
public final class Guard {

    /** What a writer takes: more than all readers together. */
    public static final int ALL = 1 << 20;

    private final int capacity;
    private final AtomicInteger inside = new AtomicInteger();
    private final LongAdder overlaps = new LongAdder();

    /**
     * A guard.
     *
     * @param capacity how many units may be inside: 1 for a lock, {@link #ALL} for readers and writers
     */
    public Guard(int capacity) {
        this.capacity = capacity;
    }

    /**
     * Enters.
     *
     * @param units how many
     */
    public void enter(int units) {
        if (inside.addAndGet(units) > capacity) {
            overlaps.increment();
        }
    }

    /**
     * Leaves.
     *
     * @param units as many as entered
     */
    public void leave(int units) {
        inside.addAndGet(-units);
    }

    /** {@return how often somebody entered who should not have been able to} */
    public long overlaps() {
        return overlaps.sum();
    }
}
