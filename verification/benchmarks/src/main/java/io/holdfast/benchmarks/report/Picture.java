package io.holdfast.benchmarks.report;

import io.holdfast.benchmarks.measure.Metric;
import io.holdfast.benchmarks.workloads.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The headlines as an SVG: for each workload a bar for each contender, as long as it is faster than Redisson's lock, on
 * a scale where each step is ten times the last.
 */
public final class Picture {

    private static final List<String> HEADLINES = List.of(
            "own-1",
            "own-16",
            "one-4x4",
            "one-8x16",
            "one-4x4-1ms",
            "hand-off",
            "read-write",
            "semaphore",
            "redlock-own",
            "redlock-4x4");
    private static final String YARDSTICK = "redisson";

    private static final int WIDTH = 900;
    private static final int LEFT = 150;
    private static final int RIGHT = 700;
    /** The scale begins at a tenth; who is slower has a bar as long as that, and its number. */
    private static final int LOWEST = -1;

    private static final int ROW = 17;
    private static final int GROUP = 34;
    private static final int TOP = 62;

    private final List<Bar> bars = new ArrayList<>();
    private final Report report;

    /**
     * A picture.
     *
     * @param report of what
     */
    public Picture(Report report) {
        this.report = report;
        for (List<Outcome> each : Report.byWorkload(report.outcomes())) {
            if (HEADLINES.contains(each.get(0).workload().name())) {
                add(each);
            }
        }
    }

    /** One contender in one workload: how many times as fast as the yardstick, and its own figure. */
    private record Bar(String title, String contender, double ratio, String figure) {}

    private void add(List<Outcome> outcomes) {
        Optional<Outcome> yardstick = outcomes.stream()
                .filter(outcome -> outcome.contender().equals(YARDSTICK))
                .findFirst();
        for (Outcome outcome : outcomes) {
            yardstick.flatMap(other -> bar(outcome, other)).ifPresent(bars::add);
        }
    }

    private static Optional<Bar> bar(Outcome outcome, Outcome yardstick) {
        boolean hasCycles = outcome.median().get(Metric.CYCLES).isPresent();
        Metric metric = hasCycles ? Metric.CYCLES : Metric.P50;
        OptionalDouble value = outcome.median().get(metric);
        OptionalDouble ratio = outcome.ratio(metric, yardstick);
        if (value.isEmpty() || ratio.isEmpty() || ratio.getAsDouble() <= 0) {
            return Optional.empty();
        }
        String figure = metric.text(value.getAsDouble()) + (hasCycles ? "/s" : " µs");
        double speed = hasCycles ? ratio.getAsDouble() : 1 / ratio.getAsDouble();
        return Optional.of(new Bar(outcome.workload().title(), outcome.contender(), speed, figure));
    }

    /** {@return whether nothing that belongs into it was measured} */
    public boolean isEmpty() {
        return bars.isEmpty();
    }

    /** {@return the SVG} */
    public String svg() {
        long groups = bars.stream().map(Bar::title).distinct().count();
        int bottom = TOP + (int) groups * GROUP + bars.size() * ROW;
        int height = bottom + 82;
        StringBuilder out = new StringBuilder();
        out.append(format(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\""
                        + " font-family=\"system-ui, sans-serif\" font-size=\"12\" role=\"img\">%n",
                WIDTH, height, WIDTH, height));
        out.append("<title>Holdfast and others, measured in turns</title>\n").append(style());
        out.append(format("<rect class=\"ground\" width=\"%d\" height=\"%d\" rx=\"8\"/>%n", WIDTH, height));
        out.append(text(20, 28, "title", "How many times as fast as Redisson's lock"));
        out.append(axis(bottom));
        int y = TOP;
        String last = "";
        for (Bar bar : bars) {
            if (!bar.title().equals(last)) {
                y += GROUP;
                out.append(text(20, y - 8, "head", bar.title()));
                last = bar.title();
            }
            out.append(row(bar, y));
            y += ROW;
        }
        int line = bottom + 30;
        for (String caption : report.setting().text().split("\n", -1)) {
            out.append(text(20, line, "small", caption));
            line += 18;
        }
        return out.append("</svg>\n").toString();
    }

    /** Ground and ink change together, so that it is legible whatever is around it. */
    private static String style() {
        return """
                <style>
                .ground { fill: #ffffff; stroke: #d0d7de } text { fill: #1f2328 } .small, .tick { fill: #59636e }
                .title { font-size: 16px; font-weight: 600 } .head { font-weight: 600 } .small, .tick { font-size: 11px }
                .grid { stroke: #d8dee4 } .one { stroke: #59636e } .ours { fill: #0a7d5a } .theirs { fill: #9aa4af }
                @media (prefers-color-scheme: dark) {
                .ground { fill: #0d1117; stroke: #30363d } text { fill: #e6edf3 } .small, .tick { fill: #9198a1 }
                .grid { stroke: #262c36 } .one { stroke: #9198a1 } .ours { fill: #2fb383 } .theirs { fill: #59636e }
                }
                </style>
                """;
    }

    private String axis(int bottom) {
        StringBuilder out = new StringBuilder();
        for (int power = LOWEST; power <= highest(); power++) {
            double x = x(Math.pow(10, power));
            out.append(format(
                    "<line class=\"%s\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\"/>%n",
                    power == 0 ? "one" : "grid", x, TOP - 6, x, bottom));
            out.append(format(
                    "<text class=\"tick\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s×</text>%n",
                    x, TOP - 12, Target.number(Math.pow(10, power))));
        }
        return out.toString();
    }

    private String row(Bar bar, int y) {
        double from = Math.min(x(1), x(bar.ratio()));
        double length = Math.max(1.5, Math.abs(x(bar.ratio()) - x(1)));
        String kind = bar.contender().startsWith("holdfast") ? "ours" : "theirs";
        return format(
                        "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>%n",
                        LEFT - 10, y + 11, escape(bar.contender()))
                + format(
                        "<rect class=\"%s\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"2\"/>%n",
                        kind, from, y, length, ROW - 4)
                + text((int) (from + length) + 6, y + 11, "", Target.number(round(bar.ratio())) + "×")
                + format(
                        "<text class=\"small\" x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>%n",
                        WIDTH - 20, y + 11, escape(bar.figure()));
    }

    /** {@return a number with two digits that mean something, or all before the point} */
    private static double round(double value) {
        double step = value >= 10 ? 1 : value >= 1 ? 0.1 : 0.01;
        return Math.round(value / step) * step;
    }

    private double x(double ratio) {
        double part = (Math.log10(ratio) - LOWEST) / (highest() - LOWEST);
        return LEFT + Math.max(0, Math.min(1, part)) * (RIGHT - LEFT);
    }

    private int highest() {
        double most = bars.stream().mapToDouble(Bar::ratio).max().orElse(1);
        return Math.max(1, (int) Math.ceil(Math.log10(most)));
    }

    private static String text(int x, int y, String kind, String content) {
        return format("<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>%n", kind, x, y, escape(content));
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
