package io.holdfast.benchmarks.report;

import io.holdfast.benchmarks.measure.Metric;
import io.holdfast.benchmarks.workloads.Outcome;
import io.holdfast.benchmarks.workloads.Workload.Place;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Holdfast's stores side by side, in one table.
 *
 * @param outcomes of all stores, one after the other
 * @param setting of the run
 */
public record Comparison(List<Outcome> outcomes, Setting setting) {

    /** A figure that each store has, and what stands above it. */
    private record Column(String heading, String workload, Metric metric) {}

    private static final List<Column> COLUMNS = List.of(
            new Column("free cycles/s", "own-1", Metric.CYCLES),
            new Column("acquire p50 µs", "own-1", Metric.P50),
            new Column("requests", "own-1", Metric.REQUESTS),
            new Column("4x4 cycles/s", "one-4x4", Metric.CYCLES),
            new Column("requests", "one-4x4", Metric.REQUESTS),
            new Column("hand-off p50 µs", "hand-off", Metric.P50),
            new Column("requests", "hand-off", Metric.REQUESTS));

    /** {@return all of it} */
    public String text() {
        List<List<String>> rows = new ArrayList<>();
        List<String> head = new ArrayList<>(List.of("store"));
        COLUMNS.forEach(column -> head.add(column.heading()));
        rows.add(head);
        byStore().forEach(each -> rows.add(row(each)));
        StringBuilder out = new StringBuilder(Report.aligned(rows));
        outcomes.forEach(outcome ->
                out.append(Report.troubles(outcome, outcome.workload().title() + ": " + outcome.contender())));
        return out.append(
                        "\nA free lock with one thread; one lock with 4 clients of 4 threads; hand-off between two clients."
                                + " Requests are per acquisition.\n")
                .append(setting.text())
                .append('\n')
                .toString();
    }

    private static List<String> row(List<Outcome> each) {
        List<String> row =
                new ArrayList<>(List.of(each.get(0).workload().place().store()));
        for (Column column : COLUMNS) {
            Optional<Outcome> outcome = each.stream()
                    .filter(one -> one.workload().name().endsWith(column.workload()))
                    .findFirst();
            OptionalDouble value =
                    outcome.map(one -> one.median().get(column.metric())).orElseGet(OptionalDouble::empty);
            row.add(value.isPresent() ? column.metric().text(value.getAsDouble()) : Report.NOTHING);
        }
        return row;
    }

    /** {@return the outcomes of each store, in the order in which they ran} */
    Collection<List<Outcome>> byStore() {
        Map<Place, List<Outcome>> grouped = new EnumMap<>(Place.class);
        for (Outcome outcome : outcomes) {
            grouped.computeIfAbsent(outcome.workload().place(), place -> new ArrayList<>())
                    .add(outcome);
        }
        return grouped.values();
    }
}
