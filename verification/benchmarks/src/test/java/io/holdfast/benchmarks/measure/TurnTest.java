package io.holdfast.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class TurnTest {

    private static final Duration A_MOMENT = Duration.ofMillis(50);

    @Test
    void everyThreadIsCounted() throws Exception {
        Cycle cycle = () -> {
            Thread.sleep(1);
            return 5_000;
        };

        Figures figures = new Turn(List.of(cycle, cycle), new IdleMeter()).run(A_MOMENT);

        assertThat(figures.get(Metric.CYCLES).orElseThrow()).isPositive();
        assertThat(figures.get(Metric.P50)).hasValue(5);
        assertThat(figures.get(Metric.FEWEST).orElseThrow()).isPositive();
        assertThat(figures.get(Metric.MOST).orElseThrow())
                .isGreaterThanOrEqualTo(figures.get(Metric.FEWEST).orElseThrow());
    }

    @Test
    void requestsAreForEachCycle() throws Exception {
        Figures figures = new Turn(List.of(() -> 1), new IdleMeter()).count(A_MOMENT);

        assertThat(figures.get(Metric.REQUESTS)).hasValue(0);
    }

    @Test
    void aThreadThatFailsEndsTheTurnAndSaysWhy() {
        Turn turn = new Turn(
                List.of(() -> 1, () -> {
                    throw new IllegalStateException("no lock today");
                }),
                new IdleMeter());

        assertThatThrownBy(() -> turn.run(Duration.ofMinutes(5))).hasMessageContaining("no lock today");
    }

    /** Of a server that does nothing. */
    private static final class IdleMeter implements Meter {

        @Override
        public long cpuNanos() {
            return 0;
        }

        @Override
        public long keys() {
            return 0;
        }

        @Override
        public long memory() {
            return 0;
        }

        @Override
        public void clear() {}

        @Override
        public RequestCount countRequests() {
            return new RequestCount() {
                @Override
                public long stop() {
                    return 0;
                }

                @Override
                public void close() {}
            };
        }
    }
}
