package io.holdfast.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.benchmarks.measure.Metric;
import io.holdfast.benchmarks.report.Target.Verdict;
import io.holdfast.benchmarks.workloads.Outcome;
import io.holdfast.benchmarks.workloads.Workload;
import io.holdfast.benchmarks.workloads.Workloads;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportTest {

    @Test
    void theTableHasTheMediansOfAll() {
        String text = Samples.report(
                        Samples.cycles("own-1", "holdfast", 1_000, 3_000, 2_000),
                        Samples.cycles("own-1", "raw lettuce", 2_500))
                .text();

        assertThat(text).contains("1 thread, a lock of its own").contains("cycles/s");
        assertThat(text).containsPattern("holdfast +2,000\n").containsPattern("raw lettuce +2,500\n");
        assertThat(text).contains(Samples.SETTING.machine());
    }

    @Test
    void whatWasNotMeasuredIsADash() {
        String text = Samples.report(
                        Samples.cycles("own-1", "holdfast", 1_000), Samples.outcome("own-1", "redisson", Metric.P50, 3))
                .text();

        assertThat(text).containsPattern("holdfast +1,000 +-\n").containsPattern("redisson +- +3\n");
    }

    @Test
    void failuresAndOverlapsAreTold() {
        Outcome failed = new Outcome(Samples.workload("own-1"), "redisson", List.of(), 7, "no answer");

        assertThat(Samples.report(failed).text())
                .contains("redisson failed: no answer")
                .contains("redisson DID NOT EXCLUDE: 7 times");
    }

    @Test
    void aRatioIsTheMedianOfTheRatiosOfEachRound() {
        Outcome ours = Samples.cycles("own-1", "holdfast", 10, 10, 90);
        Outcome theirs = Samples.cycles("own-1", "raw lettuce", 10, 5, 30);

        assertThat(ours.ratio(Metric.CYCLES, theirs)).hasValue(2);
        assertThat(ours.ratio(Metric.P99, theirs)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"95, MET", "94, MISSED"})
    void aTargetIsMetOnceItsBoundIsReached(double cycles, Verdict verdict) {
        List<Outcome> outcomes =
                List.of(Samples.cycles("own-1", "holdfast", cycles), Samples.cycles("own-1", "raw lettuce", 100));

        assertThat(Target.all().get(0).verdict(outcomes)).isEqualTo(verdict);
    }

    @Test
    void aGreatestValueIsMetFromBelow() {
        Target held = Target.all().stream()
                .filter(target -> target.workload().equals("held-10000"))
                .findFirst()
                .orElseThrow();

        assertThat(held.verdict(List.of(Samples.outcome("held-10000", "holdfast", Metric.IDLE_REQUESTS, 20))))
                .isEqualTo(Verdict.MET);
        assertThat(held.verdict(List.of(Samples.outcome("held-10000", "holdfast", Metric.IDLE_REQUESTS, 21))))
                .isEqualTo(Verdict.MISSED);
    }

    @Test
    void aTargetWhoseRivalDidNotRunIsNotMeasured() {
        String targets = Samples.report(Samples.cycles("own-1", "holdfast", 1)).targets();

        assertThat(targets.lines().skip(1)).isNotEmpty().allMatch(line -> line.endsWith("not measured"));
    }

    @Test
    void everyTargetIsOfAWorkloadThatThereIs() {
        assertThat(Workloads.all().stream().map(Workload::name))
                .containsAll(Target.all().stream().map(Target::workload).toList());
    }

    @Test
    void jsonHasEveryRound() {
        String json = Json.of(Samples.report(Samples.cycles("own-1", "holdfast", 1, 2, 6)));

        assertThat(json).contains("\"name\":\"own-1\"").contains("\"median\":{\"cycles\":2.0}");
        assertThat(json).contains("{\"cycles\":1.0},\n{\"cycles\":2.0},\n{\"cycles\":6.0}");
        assertThat(json).contains("\"verdict\":\"not_measured\"").contains("\"failure\":null");
    }

    @Test
    void jsonTextIsEscaped() {
        assertThat(Json.string("a \"b\" \\ \n")).isEqualTo("\"a \\\"b\\\" \\\\ \\u000a\"");
        assertThat(Json.string(null)).isEqualTo("null");
    }
}
