package io.holdfast.benchmarks.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.holdfast.benchmarks.measure.Metric;
import io.holdfast.benchmarks.rivals.Contender;
import io.holdfast.benchmarks.rivals.RedisStage;
import io.holdfast.benchmarks.rivals.RedlockStage;
import io.holdfast.benchmarks.rivals.Stage;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Everybody, for a few cycles, on a real Redis. How fast they are does not matter here. */
@Timeout(120)
class SmokeTest {

    private static Stage stage;

    @BeforeAll
    static void start() {
        stage = new RedisStage();
    }

    @AfterAll
    static void stop() {
        stage.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"one-4x4", "read-write", "semaphore", "names-1"})
    void everybodyGetsTheLockAndNobodyWithAnother(String workload) throws Exception {
        Trial.assertAllWentWell(play(workload));
    }

    @Test
    void everybodyGetsAFreeLockWhichCostsTheRawCommandsTwoRequests() throws Exception {
        List<Outcome> outcomes = play("own-16");

        Trial.assertAllWentWell(outcomes);
        assertThat(outcomes)
                .filteredOn(outcome -> outcome.contender().startsWith("raw"))
                .hasSize(2)
                .allSatisfy(raw -> assertThat(raw.median().get(Metric.REQUESTS).orElseThrow())
                        .isCloseTo(2, within(0.1)));
    }

    @Test
    void everybodyWhoCanWaitHandsOver() throws Exception {
        Trial.assertAllWentWell(play("hand-off"));
    }

    @Test
    void redissonsRedlockTakesPart() throws Exception {
        // Holdfast does not, because its nodes have no vote in their first minute.
        try (Stage five = new RedlockStage()) {
            Contender redisson = five.contenders().stream()
                    .filter(contender -> contender.name().equals("redisson"))
                    .findFirst()
                    .orElseThrow();
            try (Entry entry = Trial.workload("redlock-4x4").entrance().enter(redisson, five.meter())) {
                assertThat(entry.turn(Trial.A_MOMENT.turn()).get(Metric.CYCLES).orElseThrow())
                        .isPositive();
                assertThat(entry.overlaps()).isZero();
            }
        }
    }

    @Test
    void everybodyTakesPartInSomething() {
        assertThat(stage.contenders())
                .allSatisfy(contender -> assertThat(Workloads.all())
                        .as(contender.name())
                        .anyMatch(workload -> workload.who().test(contender)));
        assertThat(stage.contenders().stream().map(Contender::name)).doesNotHaveDuplicates();
    }

    private static List<Outcome> play(String name) throws InterruptedException {
        return Trial.play(name, stage);
    }
}
