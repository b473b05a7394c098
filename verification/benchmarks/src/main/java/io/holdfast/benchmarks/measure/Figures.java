package io.holdfast.benchmarks.measure;

import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;

/** What was measured in one turn. Immutable. */
public final class Figures {

    private static final Figures NONE = new Figures(new EnumMap<>(Metric.class));

    private final Map<Metric, Double> values;

    private Figures(EnumMap<Metric, Double> values) {
        this.values = Collections.unmodifiableMap(values);
    }

    /** {@return nothing measured yet} */
    public static Figures none() {
        return NONE;
    }

    /**
     * {@return for each metric the median of those that have it}
     *
     * @param all of several turns
     */
    public static Figures median(Collection<Figures> all) {
        Figures medians = NONE;
        for (Metric metric : Metric.values()) {
            List<Double> values = all.stream()
                    .map(figures -> figures.values.get(metric))
                    .filter(Objects::nonNull)
                    .toList();
            if (!values.isEmpty()) {
                medians = medians.with(metric, Statistics.median(values));
            }
        }
        return medians;
    }

    /**
     * {@return these, and those of another, which win}
     *
     * @param other the other
     */
    public Figures with(Figures other) {
        EnumMap<Metric, Double> more = new EnumMap<>(Metric.class);
        more.putAll(values);
        more.putAll(other.values);
        return new Figures(more);
    }

    /**
     * {@return these, and one more}
     *
     * @param metric what was measured
     * @param value in its unit
     */
    public Figures with(Metric metric, double value) {
        EnumMap<Metric, Double> more = new EnumMap<>(Metric.class);
        more.putAll(values);
        more.put(metric, value);
        return new Figures(more);
    }

    /**
     * {@return what was measured, or empty if that was not}
     *
     * @param metric which
     */
    public OptionalDouble get(Metric metric) {
        Double value = values.get(metric);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** {@return what was measured, in the order of the columns} */
    public Set<Metric> metrics() {
        return values.keySet();
    }
}
