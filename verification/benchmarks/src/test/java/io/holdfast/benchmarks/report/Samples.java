package io.holdfast.benchmarks.report;

import io.holdfast.benchmarks.measure.Figures;
import io.holdfast.benchmarks.measure.Metric;
import io.holdfast.benchmarks.workloads.Outcome;
import io.holdfast.benchmarks.workloads.Workload;
import io.holdfast.benchmarks.workloads.Workloads;
import java.util.List;
import java.util.stream.DoubleStream;

/** Runs that never were. */
final class Samples {

    static final Setting SETTING = new Setting("2 processors (x < y & z)", "Redis 7", "3 rounds", "2026-01-01");

    private Samples() {}

    static Workload workload(String name) {
        return Workloads.all().stream()
                .filter(workload -> workload.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    static Outcome cycles(String workload, String contender, double... rounds) {
        return outcome(workload, contender, Metric.CYCLES, rounds);
    }

    static Outcome outcome(String workload, String contender, Metric metric, double... rounds) {
        List<Figures> figures = DoubleStream.of(rounds)
                .mapToObj(value -> Figures.none().with(metric, value))
                .toList();
        return new Outcome(workload(workload), contender, figures, 0, null);
    }

    static Report report(Outcome... outcomes) {
        return new Report(List.of(outcomes), SETTING);
    }
}
