package io.holdfast.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.benchmarks.measure.Figures;
import io.holdfast.benchmarks.measure.Metric;
import io.holdfast.benchmarks.workloads.Outcome;
import io.holdfast.benchmarks.workloads.Workload.Place;
import io.holdfast.benchmarks.workloads.Workloads;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTest {

    private final Comparison comparison = new Comparison(
            List.of(
                    outcome(Place.REDIS, 0, Figures.none().with(Metric.CYCLES, 1_500)),
                    outcome(Place.REDIS, 1, Figures.none().with(Metric.REQUESTS, 0.25)),
                    outcome(Place.ETCD_CLUSTER, 2, Figures.none().with(Metric.P50, 70))),
            Samples.SETTING);

    private static Outcome outcome(Place place, int workload, Figures figures) {
        return new Outcome(Workloads.alone(place).get(workload), "holdfast", List.of(figures), 0, null);
    }

    @Test
    void eachStoreHasItsRow() {
        assertThat(comparison.text().lines())
                .anyMatch(line -> line.matches(" +Redis +1,500 +- +- +- +0\\.250 +- +-"))
                .anyMatch(line -> line.matches(" +etcd, three servers +- +- +- +- +- +70 +-"));
    }

    @Test
    void troublesAreTold() {
        Outcome broken = new Outcome(Workloads.alone(Place.MEMORY).get(0), "holdfast", List.of(), 3, "no answer");

        assertThat(new Comparison(List.of(broken), Samples.SETTING).text())
                .contains("in memory, a free lock: holdfast failed: no answer")
                .contains("DID NOT EXCLUDE: 3 times");
    }

    @Test
    void jsonHasEachStoreWithItsWorkloads() {
        assertThat(Json.of(comparison))
                .contains("\"stores\":[{\"name\":\"Redis\",\"workloads\":[{\"name\":\"own-1\"")
                .contains("{\"name\":\"etcd, three servers\"")
                .contains("\"median\":{\"p50\":70.0}");
    }
}
