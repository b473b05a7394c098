package io.holdfast.benchmarks.measure;

/**
 * How long something took, many times: counts in buckets that are 1.6 % wide at most, so that recording allocates
 * nothing, whatever comes. One thread records; {@link #add} brings several together afterwards.
 */
public final class Latencies {

    /** Each power of two is divided into so many buckets. */
    private static final int STEPS = 64;

    private static final int STEP_BITS = 6;

    private final int[] counts = new int[(Long.SIZE - STEP_BITS) * STEPS];
    private long total;
    private long maximum;

    /** None yet. */
    public Latencies() {}

    /**
     * Counts one.
     *
     * @param nanos how long it took; less than nothing counts as nothing
     */
    public void record(long nanos) {
        long value = Math.max(0, nanos);
        counts[bucket(value)]++;
        total++;
        maximum = Math.max(maximum, value);
    }

    /**
     * Counts all of another.
     *
     * @param other which stays as it is
     */
    public void add(Latencies other) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] += other.counts[i];
        }
        total += other.total;
        maximum = Math.max(maximum, other.maximum);
    }

    /** {@return how many there are} */
    public long count() {
        return total;
    }

    /** {@return the longest, exactly, in nanoseconds; 0 if there is none} */
    public long maximum() {
        return maximum;
    }

    /**
     * {@return the time that so great a part did not exceed, in nanoseconds; 0 if there is none}
     *
     * @param part from 0 to 1: 0.5 is the median
     */
    public long percentile(double part) {
        if (part < 0 || part > 1) {
            throw new IllegalArgumentException("not between 0 and 1: " + part);
        }
        long rank = Math.max(1, (long) Math.ceil(part * total));
        long seen = 0;
        for (int i = 0; i < counts.length; i++) {
            seen += counts[i];
            if (seen >= rank) {
                return Math.min(highest(i), maximum);
            }
        }
        return maximum;
    }

    private static int bucket(long value) {
        int shift = Math.max(0, Long.SIZE - STEP_BITS - 1 - Long.numberOfLeadingZeros(value | 1));
        return shift * STEPS + (int) (value >>> shift);
    }

    /** {@return the greatest value of a bucket} */
    private static long highest(int bucket) {
        int shift = Math.max(0, bucket / STEPS - 1);
        long step = bucket - (long) shift * STEPS;
        return ((step + 1) << shift) - 1;
    }
}
