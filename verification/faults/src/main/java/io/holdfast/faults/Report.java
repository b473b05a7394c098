package io.holdfast.faults;

import io.holdfast.servers.RedisBinary;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a long run came to, on a page. */
final class Report {

    /**
     * What was seen in the rounds of a cell.
     *
     * @param rounds how many
     * @param unfelt in how many of them the fault was not felt
     * @param tally what clients were told
     * @param overlaps how often two held at once
     * @param bad rounds in which a promise was broken
     */
    record Row(long rounds, long unfelt, Tally tally, long overlaps, long bad) {

        static final Row NONE = new Row(0, 0, Tally.NONE, 0, 0);

        Row plus(Row other) {
            return new Row(
                    rounds + other.rounds,
                    unfelt + other.unfelt,
                    tally.plus(other.tally),
                    overlaps + other.overlaps,
                    bad + other.bad);
        }
    }

    private static final String LINE = "%-46s %-9s %6s %6s %8s %6s %6s %8s %8s %8s %6s %4s%n";

    private final long start = System.nanoTime();
    private final Duration time;
    private final long seed;
    private final Map<String, Row> rows = new LinkedHashMap<>();

    Report(Duration time, long seed) {
        this.time = time;
        this.seed = seed;
        Matrix.cells().forEach(cell -> rows.put(cell.id(), Row.NONE));
    }

    synchronized void add(Outcome outcome) {
        Row row = new Row(1, outcome.felt() ? 0 : 1, outcome.tally(), outcome.overlaps(), outcome.isGood() ? 0 : 1);
        rows.merge(outcome.cell().id(), row, Row::plus);
    }

    synchronized Row total() {
        return rows.values().stream().reduce(Row.NONE, Row::plus);
    }

    synchronized String text() {
        StringBuilder text = new StringBuilder();
        text.append("%nReal faults: %d s of %d s, seed %d%n"
                .formatted(Duration.ofNanos(System.nanoTime() - start).toSeconds(), time.toSeconds(), seed));
        text.append("Redis %s, Java %s, %s %s%n%n"
                .formatted(
                        RedisBinary.PACKAGED.version(),
                        System.getProperty("java.version"),
                        System.getProperty("os.name"),
                        System.getProperty("os.version")));
        text.append(LINE.formatted(
                "cell",
                "exclusion",
                "rounds",
                "unfelt",
                "grants",
                "lost",
                "failed",
                "wait ms",
                "written",
                "refused",
                "twice",
                "bad"));
        Matrix.cells()
                .forEach(cell -> text.append(line(
                        cell.id(), cell.exclusion() ? "holds" : "may fail", rows.getOrDefault(cell.id(), Row.NONE))));
        text.append(line("all", "", total()));
        text.append(
                "\nunfelt: rounds that prove nothing, since nobody noticed the fault. lost: leases of which the holder was told. failed: requests that met a broken store. wait: the longest"
                        + " while all was well.\nrefused: writes with an old token. twice: two held at once, where that may be.\n");
        return text.toString();
    }

    private static String line(String name, String promise, Row row) {
        Tally tally = row.tally();
        return LINE.formatted(
                name,
                promise,
                row.rounds(),
                row.unfelt(),
                tally.grants(),
                tally.losses(),
                tally.refusals(),
                tally.longest() / 1_000_000,
                tally.written(),
                tally.rejected(),
                row.overlaps(),
                row.bad());
    }
}
