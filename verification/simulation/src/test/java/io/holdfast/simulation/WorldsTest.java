package io.holdfast.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.history.Event;
import io.holdfast.simulation.server.Scripts;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holdfast keeps its promises in all the worlds there are. {@code -Dholdfast.seeds=100000} plays more of them. */
class WorldsTest {

    private static final long USUAL = 20_000;

    @Test
    void allPromisesAreKept() throws InterruptedException {
        long count = Long.getLong("holdfast.seeds", USUAL);
        Runner.Totals totals = Runner.holdfast().play(1, count, seed -> {});
        assertThat(totals.examples())
                .as("%d of %d worlds", totals.broken(), count)
                .isEmpty();
        // Worlds in which nothing happens, or nothing goes wrong, prove nothing.
        assertThat(totals.worlds()).isEqualTo(count);
        assertThat(totals.exclusive()).isGreaterThan(count / 3);
        assertThat(totals.count(Event.Type.GRANTED)).isGreaterThan(20 * count);
        assertThat(totals.count(Event.Type.LOST)).isGreaterThan(count / 4);
        assertThat(totals.count(Event.Type.REJECTED)).isGreaterThan(count);
        assertThat(totals.count(Event.Type.DIED)).isGreaterThan(count / 2);
    }

    @ParameterizedTest
    @ValueSource(longs = {3, 13, 19, 39, 113, 1_000_019})
    void aSeedIsTheSameWorldEachTime(long seed) {
        Scripts used = new Scripts(UnaryOperator.identity());
        new World(Topology.of(seed + 1), seed + 1, used, World.Cast.HOLDFAST, null).play();
        assertThat(trace(seed, used))
                .hasSizeGreaterThan(100)
                .isEqualTo(trace(seed, new Scripts(UnaryOperator.identity())));
    }

    private static List<String> trace(long seed, Scripts scripts) {
        List<String> lines = new ArrayList<>();
        new World(Topology.of(seed), seed, scripts, World.Cast.HOLDFAST, lines::add).play();
        return lines;
    }
}
