package io.holdfast.benchmarks;

import io.holdfast.benchmarks.rivals.RedisStage;
import io.holdfast.benchmarks.rivals.RedlockStage;
import io.holdfast.benchmarks.rivals.Stage;
import io.holdfast.benchmarks.workloads.Match;
import io.holdfast.benchmarks.workloads.Outcome;
import io.holdfast.benchmarks.workloads.Plan;
import io.holdfast.benchmarks.workloads.Workload;
import io.holdfast.benchmarks.workloads.Workload.Place;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** All matches of a run, one after the other, on stages that are set up first. */
final class Season {

    private final List<Workload> workloads;
    private final Plan plan;
    private final PrintWriter progress;

    Season(List<Workload> workloads, Plan plan, PrintWriter progress) {
        this.workloads = workloads;
        this.plan = plan;
        this.progress = progress;
    }

    /** {@return what became of everybody} */
    List<Outcome> run() throws InterruptedException {
        Map<Place, Stage> stages = new EnumMap<>(Place.class);
        try {
            // All at the beginning, because some need to be up for a minute.
            for (Workload workload : workloads) {
                stages.computeIfAbsent(workload.place(), Season::stage);
            }
            List<Outcome> outcomes = new ArrayList<>();
            for (int i = 0; i < workloads.size(); i++) {
                Workload workload = workloads.get(i);
                progress.printf("[%d/%d] %s ... ", i + 1, workloads.size(), workload.title());
                progress.flush();
                long started = System.nanoTime();
                Stage stage = Objects.requireNonNull(stages.get(workload.place()));
                outcomes.addAll(new Match(workload, stage, i == 0 ? plan.cold() : plan).play());
                progress.printf("%d s%n", TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - started));
                progress.flush();
            }
            return outcomes;
        } finally {
            stages.values().forEach(Stage::close);
        }
    }

    private static Stage stage(Place place) {
        return switch (place) {
            case REDIS -> new RedisStage();
            case REDLOCK -> new RedlockStage();
        };
    }
}
