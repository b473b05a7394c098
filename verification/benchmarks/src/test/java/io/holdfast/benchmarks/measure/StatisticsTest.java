package io.holdfast.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class StatisticsTest {

    @Test
    void theMedianIsInTheMiddleWhateverTheOrder() {
        assertThat(Statistics.median(List.of(7.0))).isEqualTo(7);
        assertThat(Statistics.median(List.of(9.0, 1.0, 5.0))).isEqualTo(5);
        assertThat(Statistics.median(List.of(4.0, 1.0, 100.0, 2.0))).isEqualTo(3);
    }

    @Test
    void nothingHasNoMedian() {
        assertThatThrownBy(() -> Statistics.median(List.of())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void evennessIsTheLeastShareInPartsOfTheGreatest() {
        assertThat(Statistics.evenness(5, 10)).isEqualTo(0.5);
        assertThat(Statistics.evenness(0, 10)).isZero();
        assertThat(Statistics.evenness(0, 0)).isEqualTo(1);
    }

    @Test
    void figuresHaveAMedianForEachMetricOverThoseThatHaveIt() {
        Figures first = Figures.none().with(Metric.CYCLES, 1).with(Metric.P50, 10);
        Figures second = Figures.none().with(Metric.CYCLES, 3);
        Figures counted = Figures.none().with(Metric.REQUESTS, 2);

        Figures median = Figures.median(List.of(first, second, counted));

        assertThat(median.metrics()).containsExactly(Metric.CYCLES, Metric.P50, Metric.REQUESTS);
        assertThat(median.get(Metric.CYCLES)).hasValue(2);
        assertThat(median.get(Metric.P50)).hasValue(10);
        assertThat(median.get(Metric.MAXIMUM)).isEmpty();
    }
}
