package io.holdfast.benchmarks.measure;

import java.util.Collection;

/** Numbers about numbers. */
public final class Statistics {

    private Statistics() {}

    /**
     * {@return the one in the middle, or half-way between the two in the middle}
     *
     * @param values at least one, in any order
     */
    public static double median(Collection<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("no median of nothing");
        }
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /**
     * {@return how evenly something was shared: the least share in parts of the greatest, 1 if there was nothing}
     *
     * @param fewest the least share
     * @param most the greatest
     */
    public static double evenness(long fewest, long most) {
        return most == 0 ? 1 : (double) fewest / most;
    }
}
