package io.holdfast.benchmarks.report;

import io.holdfast.benchmarks.measure.Metric;
import io.holdfast.benchmarks.workloads.Outcome;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Something that Holdfast sets out to reach.
 *
 * @param text for people
 * @param workload where it is measured
 * @param contender who is to reach it
 * @param metric which figure
 * @param rival whose figure it is divided by, if it is a ratio
 * @param bound the value to reach
 * @param least whether the bound is the least value or the greatest
 */
public record Target(
        String text,
        String workload,
        String contender,
        Metric metric,
        @Nullable String rival,
        double bound,
        boolean least) {

    /** What became of a target. */
    public enum Verdict {
        /** It was reached. */
        MET,
        /** It was not. */
        MISSED,
        /** What it takes to know was not part of the run. */
        NOT_MEASURED
    }

    /** {@return all targets} */
    public static List<Target> all() {
        return List.of(
                atLeast("own-1", "holdfast", Metric.CYCLES, "raw lettuce", 0.95),
                atLeast("own-16", "holdfast", Metric.CYCLES, "raw lettuce", 0.95),
                atLeast("one-4x4", "holdfast", Metric.CYCLES, "redisson", 30),
                atLeast("one-4x4", "holdfast", Metric.EVENNESS, null, 0.9),
                atMost("one-4x4", "holdfast", Metric.REQUESTS, null, 0.1),
                atLeast("one-4x4", "holdfast strict", Metric.CYCLES, "redisson fair", 4),
                atMost("one-4x4", "holdfast", Metric.P99, "redisson fair", 0.25),
                atMost("hand-off", "holdfast", Metric.P50, "redisson", 0.55),
                atMost("held-10000", "holdfast", Metric.IDLE_REQUESTS, null, 20),
                atLeast("redlock-own", "holdfast", Metric.CYCLES, "redisson", 3),
                atLeast("redlock-4x4", "holdfast", Metric.CYCLES, "redisson", 3),
                atLeast("postgres-own-1", "holdfast", Metric.CYCLES, "spring", 1),
                atLeast("postgres-own-1", "holdfast", Metric.CYCLES, "shedlock", 1),
                atLeast("postgres-own-16", "holdfast", Metric.CYCLES, "spring", 1),
                atLeast("postgres-own-16", "holdfast", Metric.CYCLES, "shedlock", 1),
                atLeast("postgres-one-4x4", "holdfast", Metric.CYCLES, "spring", 10),
                atLeast("zookeeper-own-1", "holdfast", Metric.CYCLES, "curator", 1),
                atLeast("zookeeper-own-16", "holdfast", Metric.CYCLES, "curator", 1),
                atLeast("zookeeper-one-4x4", "holdfast", Metric.CYCLES, "curator", 10),
                atLeast("etcd-own-1", "holdfast", Metric.CYCLES, "jetcd", 1),
                atLeast("etcd-own-16", "holdfast", Metric.CYCLES, "jetcd", 1),
                atLeast("etcd-one-4x4", "holdfast", Metric.CYCLES, "jetcd", 10));
    }

    private static Target atLeast(
            String workload, String contender, Metric metric, @Nullable String rival, double bound) {
        return of(workload, contender, metric, rival, bound, true);
    }

    private static Target atMost(
            String workload, String contender, Metric metric, @Nullable String rival, double bound) {
        return of(workload, contender, metric, rival, bound, false);
    }

    private static Target of(
            String workload, String contender, Metric metric, @Nullable String rival, double bound, boolean least) {
        String text = String.format(
                Locale.ROOT,
                "%s: %s of %s %s %s",
                workload,
                metric.heading(),
                contender,
                least ? "at least" : "at most",
                rival == null ? number(bound) : number(bound) + " x " + rival);
        return new Target(text, workload, contender, metric, rival, bound, least);
    }

    /**
     * {@return the figure, or the ratio, that was reached; empty if it was not measured}
     *
     * @param outcomes of the whole run
     */
    public OptionalDouble reached(List<Outcome> outcomes) {
        Optional<Outcome> ours = find(outcomes, contender);
        if (ours.isEmpty()) {
            return OptionalDouble.empty();
        }
        if (rival == null) {
            return ours.get().median().get(metric);
        }
        Optional<Outcome> theirs = find(outcomes, rival);
        return theirs.isEmpty() ? OptionalDouble.empty() : ours.get().ratio(metric, theirs.get());
    }

    /**
     * {@return whether it was reached}
     *
     * @param outcomes of the whole run
     */
    public Verdict verdict(List<Outcome> outcomes) {
        OptionalDouble value = reached(outcomes);
        if (value.isEmpty()) {
            return Verdict.NOT_MEASURED;
        }
        boolean met = least ? value.getAsDouble() >= bound : value.getAsDouble() <= bound;
        return met ? Verdict.MET : Verdict.MISSED;
    }

    private Optional<Outcome> find(List<Outcome> outcomes, String who) {
        return outcomes.stream()
                .filter(outcome -> outcome.workload().name().equals(workload)
                        && outcome.contender().equals(who))
                .findFirst();
    }

    /** {@return a number with as many places as it needs, but no more than three} */
    static String number(double value) {
        String text = String.format(Locale.ROOT, value >= 100 ? "%,.0f" : value >= 10 ? "%.1f" : "%.3f", value);
        return text.contains(".") ? text.replaceAll("\\.?0+$", "") : text;
    }
}
