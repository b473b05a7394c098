package io.holdfast.benchmarks.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.benchmarks.measure.Metric;
import io.holdfast.benchmarks.rivals.Stage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A match of a moment, in which only matters that nobody fails. */
final class Trial {

    static final Plan A_MOMENT = new Plan(1, 0, Duration.ofMillis(100), Duration.ofMillis(100));

    private Trial() {}

    static List<Outcome> play(String name, Stage stage) throws InterruptedException {
        return new Match(workload(name), stage, A_MOMENT).play();
    }

    /** {@return what each contender's acquisitions cost} */
    static Map<String, Double> requests(String name, Stage stage) throws InterruptedException {
        return play(name, stage).stream()
                .collect(Collectors.toMap(
                        Outcome::contender,
                        outcome -> outcome.median().get(Metric.REQUESTS).orElseThrow()));
    }

    static Workload workload(String name) {
        return Workloads.all().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    static void assertAllWentWell(List<Outcome> outcomes) {
        assertThat(outcomes).hasSizeGreaterThanOrEqualTo(2).allSatisfy(outcome -> {
            assertThat(outcome.failure()).as(outcome.contender()).isNull();
            assertThat(outcome.overlaps()).as(outcome.contender()).isZero();
            assertThat(outcome.median().get(Metric.P50).orElseThrow()).isPositive();
        });
    }
}
