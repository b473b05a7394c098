package io.holdfast.benchmarks.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.benchmarks.measure.Metric;
import io.holdfast.benchmarks.rivals.HoldfastStage;
import io.holdfast.benchmarks.rivals.Stage;
import io.holdfast.benchmarks.workloads.Workload.Place;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Holdfast alone, for a few cycles, where it has no rivals. How fast it is does not matter here. */
@Timeout(120)
class StoresSmokeTest {

    @Test
    void memory() throws Exception {
        assertAllGoesWell(Place.MEMORY, HoldfastStage.memory());
    }

    @Test
    void sqlite() throws Exception {
        assertAllGoesWell(Place.SQLITE, HoldfastStage.sqlite());
    }

    @Test
    void redisCluster() throws Exception {
        assertAllGoesWell(Place.REDIS_CLUSTER, HoldfastStage.redisCluster());
    }

    private static void assertAllGoesWell(Place place, Stage stage) throws Exception {
        try (stage) {
            for (Workload workload : Workloads.alone(place)) {
                assertThat(new Match(workload, stage, Trial.A_MOMENT).play())
                        .singleElement()
                        .satisfies(outcome -> {
                            assertThat(outcome.failure()).as(workload.name()).isNull();
                            assertThat(outcome.overlaps()).isZero();
                            assertThat(outcome.median().get(Metric.P50).orElseThrow())
                                    .isNotNegative();
                        });
            }
        }
    }
}
