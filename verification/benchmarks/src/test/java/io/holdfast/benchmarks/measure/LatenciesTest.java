package io.holdfast.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Percentage.withPercentage;

import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatenciesTest {

    private final Latencies latencies = new Latencies();

    @Test
    void nothingRecordedIsNothing() {
        assertThat(latencies.count()).isZero();
        assertThat(latencies.percentile(0.5)).isZero();
        assertThat(latencies.maximum()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 63, 64, 127, 128, 129, 1_000, 999_999, 1L << 40, Long.MAX_VALUE})
    void oneValueIsEveryPercentile(long value) {
        latencies.record(value);

        assertThat(latencies.percentile(0)).isEqualTo(value);
        assertThat(latencies.percentile(0.5)).isEqualTo(value);
        assertThat(latencies.percentile(1)).isEqualTo(value);
    }

    @Test
    void aClockThatWentBackCountsAsNothing() {
        latencies.record(-5);

        assertThat(latencies.maximum()).isZero();
        assertThat(latencies.count()).isEqualTo(1);
    }

    @Test
    void percentilesAreThoseOfTheSortedValuesWithinTwoPercent() {
        long[] values = new Random(1)
                .longs(10_000, 0, 50_000_000)
                .map(value -> value * value % 50_000_000)
                .toArray();
        LongStream.of(values).forEach(latencies::record);
        long[] sorted = LongStream.of(values).sorted().toArray();

        for (double part : new double[] {0.01, 0.25, 0.5, 0.9, 0.99, 0.999}) {
            long exact = sorted[(int) Math.ceil(part * sorted.length) - 1];
            assertThat(latencies.percentile(part)).as("%s", part).isCloseTo(exact, withPercentage(2));
        }
        assertThat(latencies.maximum()).isEqualTo(sorted[sorted.length - 1]);
        assertThat(latencies.percentile(1)).isEqualTo(latencies.maximum());
    }

    @Test
    void addedOnesCountAsIfRecordedTogether() {
        Latencies other = new Latencies();
        latencies.record(10);
        latencies.record(20);
        other.record(30);

        latencies.add(other);

        assertThat(latencies.count()).isEqualTo(3);
        assertThat(latencies.percentile(0.5)).isEqualTo(20);
        assertThat(latencies.maximum()).isEqualTo(30);
    }

    @Test
    void aPartIsBetweenNothingAndAll() {
        assertThatThrownBy(() -> latencies.percentile(99)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> latencies.percentile(-0.1)).isInstanceOf(IllegalArgumentException.class);
    }
}
