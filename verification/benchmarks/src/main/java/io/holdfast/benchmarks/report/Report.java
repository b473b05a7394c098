package io.holdfast.benchmarks.report;

import io.holdfast.benchmarks.measure.Metric;
import io.holdfast.benchmarks.workloads.Outcome;
import io.holdfast.benchmarks.workloads.Workload;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * What people read: a table for each workload, and whether the targets were reached.
 *
 * @param outcomes of the whole run
 * @param setting of the run
 */
public record Report(List<Outcome> outcomes, Setting setting) {

    static final String NOTHING = "-";

    /** {@return all of it} */
    public String text() {
        StringBuilder out = new StringBuilder();
        byWorkload(outcomes).forEach(each -> out.append(table(each)).append('\n'));
        return out.append(targets())
                .append('\n')
                .append(setting.text())
                .append('\n')
                .toString();
    }

    /**
     * {@return the table of one workload}
     *
     * @param each what became of each contender, at least one
     */
    public static String table(List<Outcome> each) {
        Workload workload = each.get(0).workload();
        Set<Metric> metrics = EnumSet.noneOf(Metric.class);
        each.forEach(outcome -> metrics.addAll(outcome.median().metrics()));
        List<List<String>> rows = new ArrayList<>();
        List<String> head = new ArrayList<>(List.of(workload.name()));
        metrics.forEach(metric -> head.add(metric.heading()));
        rows.add(head);
        for (Outcome outcome : each) {
            List<String> row = new ArrayList<>(List.of(outcome.contender()));
            for (Metric metric : metrics) {
                OptionalDouble value = outcome.median().get(metric);
                row.add(value.isPresent() ? metric.text(value.getAsDouble()) : NOTHING);
            }
            rows.add(row);
        }
        StringBuilder out = new StringBuilder(workload.title()).append('\n').append(aligned(rows));
        each.forEach(outcome -> out.append(troubles(outcome, outcome.contender())));
        return out.toString();
    }

    /** {@return what went wrong, which is nothing if all is well} */
    static String troubles(Outcome outcome, String who) {
        StringBuilder out = new StringBuilder();
        if (outcome.failure() != null) {
            out.append("  ").append(who).append(" failed: ").append(outcome.failure());
            out.append('\n');
        }
        if (outcome.overlaps() > 0) {
            out.append("  ").append(who).append(" DID NOT EXCLUDE: ");
            out.append(outcome.overlaps()).append(" times more had it than may\n");
        }
        return out.toString();
    }

    /** {@return the targets, and whether they were reached} */
    public String targets() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("target", "reached", "verdict"));
        for (Target target : Target.all()) {
            OptionalDouble reached = target.reached(outcomes);
            rows.add(List.of(
                    target.text(),
                    reached.isPresent() ? Target.number(reached.getAsDouble()) : NOTHING,
                    target.verdict(outcomes).name().toLowerCase(Locale.ROOT).replace('_', ' ')));
        }
        return aligned(rows);
    }

    /** {@return the outcomes of each workload, in the order in which they ran} */
    static Collection<List<Outcome>> byWorkload(List<Outcome> outcomes) {
        Map<String, List<Outcome>> grouped = new LinkedHashMap<>();
        for (Outcome outcome : outcomes) {
            grouped.computeIfAbsent(outcome.workload().name(), name -> new ArrayList<>())
                    .add(outcome);
        }
        return grouped.values();
    }

    static String aligned(List<List<String>> rows) {
        int[] widths = new int[rows.get(0).size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        StringBuilder out = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder("  ");
            for (int i = 0; i < widths.length; i++) {
                String padding = " ".repeat(widths[i] - row.get(i).length());
                // The first column is words, the others are numbers.
                line.append(i == 0 ? row.get(i) + padding : "  " + padding + row.get(i));
            }
            out.append(line.toString().stripTrailing()).append('\n');
        }
        return out.toString();
    }
}
