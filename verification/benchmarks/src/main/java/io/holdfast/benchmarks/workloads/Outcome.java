package io.holdfast.benchmarks.workloads;

import io.holdfast.benchmarks.measure.Figures;
import io.holdfast.benchmarks.measure.Metric;
import io.holdfast.benchmarks.measure.Statistics;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * What became of a contender in a workload.
 *
 * @param workload which
 * @param contender its name
 * @param rounds what was measured in each round that counts
 * @param overlaps how often two had what only one may have
 * @param failure why it did not come to an end, if it did not
 */
public record Outcome(
        Workload workload,
        String contender,
        List<Figures> rounds,
        long overlaps,
        @Nullable String failure) {

    /** {@return the medians over the rounds} */
    public Figures median() {
        return Figures.median(rounds);
    }

    /**
     * {@return how many times another's figure this one is: the median over the rounds, in each of which both had the
     * same weather; empty if one has none}
     *
     * @param metric which figure
     * @param other in the same workload
     */
    public OptionalDouble ratio(Metric metric, Outcome other) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < Math.min(rounds.size(), other.rounds.size()); i++) {
            OptionalDouble ours = rounds.get(i).get(metric);
            OptionalDouble theirs = other.rounds.get(i).get(metric);
            if (ours.isPresent() && theirs.isPresent() && theirs.getAsDouble() > 0) {
                ratios.add(ours.getAsDouble() / theirs.getAsDouble());
            }
        }
        return ratios.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Statistics.median(ratios));
    }
}
