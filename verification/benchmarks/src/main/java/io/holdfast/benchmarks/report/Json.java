package io.holdfast.benchmarks.report;

import io.holdfast.benchmarks.measure.Figures;
import io.holdfast.benchmarks.measure.Metric;
import io.holdfast.benchmarks.workloads.Outcome;
import io.holdfast.benchmarks.workloads.Workload;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What programs read: every figure of every round. */
public final class Json {

    private Json() {}

    /**
     * {@return a report as JSON}
     *
     * @param report of the whole run
     */
    public static String of(Report report) {
        Setting setting = report.setting();
        return object(
                        "machine", string(setting.machine()),
                        "versions", string(setting.versions()),
                        "plan", string(setting.plan()),
                        "date", string(setting.date()),
                        "workloads",
                                array(Report.byWorkload(report.outcomes()).stream()
                                        .map(Json::workload)),
                        "targets", array(Target.all().stream().map(target -> target(target, report.outcomes()))))
                + "\n";
    }

    /**
     * {@return a comparison of stores as JSON}
     *
     * @param comparison of the whole run
     */
    public static String of(Comparison comparison) {
        Setting setting = comparison.setting();
        return object(
                        "machine", string(setting.machine()),
                        "versions", string(setting.versions()),
                        "plan", string(setting.plan()),
                        "date", string(setting.date()),
                        "stores", array(comparison.byStore().stream().map(Json::store)))
                + "\n";
    }

    private static String store(List<Outcome> each) {
        return object(
                "name", string(each.get(0).workload().place().store()),
                "workloads", array(each.stream().map(outcome -> workload(List.of(outcome)))));
    }

    private static String workload(List<Outcome> each) {
        Workload workload = each.get(0).workload();
        return object(
                "name", string(workload.name()),
                "title", string(workload.title()),
                "contenders", array(each.stream().map(Json::outcome)));
    }

    private static String outcome(Outcome outcome) {
        return object(
                "name", string(outcome.contender()),
                "overlaps", Long.toString(outcome.overlaps()),
                "failure", string(outcome.failure()),
                "median", figures(outcome.median()),
                "rounds", array(outcome.rounds().stream().map(Json::figures)));
    }

    private static String target(Target target, List<Outcome> outcomes) {
        OptionalDouble reached = target.reached(outcomes);
        return object(
                "text", string(target.text()),
                "bound", number(target.bound()),
                "reached", reached.isPresent() ? number(reached.getAsDouble()) : "null",
                "verdict", string(target.verdict(outcomes).name().toLowerCase(Locale.ROOT)));
    }

    private static String figures(Figures figures) {
        return figures.metrics().stream()
                .map(metric -> string(metric.name().toLowerCase(Locale.ROOT)) + ":" + value(figures, metric))
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String value(Figures figures, Metric metric) {
        return number(figures.get(metric).orElseThrow());
    }

    private static String object(String... namesAndValues) {
        StringBuilder out = new StringBuilder("{");
        for (int i = 0; i < namesAndValues.length; i += 2) {
            out.append(i == 0 ? "" : ",").append(string(namesAndValues[i])).append(':');
            out.append(namesAndValues[i + 1]);
        }
        return out.append('}').toString();
    }

    private static String array(Stream<String> values) {
        return values.collect(Collectors.joining(",\n", "[", "]"));
    }

    private static String number(double value) {
        return Double.isFinite(value) ? Double.toString(value) : "null";
    }

    static String string(@Nullable String text) {
        if (text == null) {
            return "null";
        }
        StringBuilder out = new StringBuilder("\"");
        text.chars().forEach(c -> {
            if (c == '"' || c == '\\') {
                out.append('\\').append((char) c);
            } else if (c < ' ') {
                out.append(String.format(Locale.ROOT, "\\u%04x", c));
            } else {
                out.append((char) c);
            }
        });
        return out.append('"').toString();
    }
}
