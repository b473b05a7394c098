package io.holdfast.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.history.Rule;
import io.holdfast.redis.ScriptTexts;
import io.holdfast.simulation.control.Guard;
import io.holdfast.simulation.control.NaiveLock;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A checker that convicts nobody proves nothing: what is wrong is convicted, and of what is wrong with it. */
class ControlGroupTest {

    private static final long NAIVE_WORLDS = 40;
    private static final long MOST_WORLDS = 2_000;
    private static final long SOME = 40;

    @ParameterizedTest
    @CsvSource({
        "SETNX_DEL, SINGLE, EXCLUSION STALE_WRITE",
        "INCR_TOKENS, FAILOVER, TOKENS",
        "MAXIMUM_OF_COUNTERS, QUORUM, TOKENS"
    })
    void aNaiveLockIsConvicted(NaiveLock lock, Topology topology, String rules) throws InterruptedException {
        Runner.Totals totals =
                new Runner(seed -> topology, UnaryOperator.identity(), lock.cast()).play(1, NAIVE_WORLDS, seed -> {});
        assertThat(totals.rules().keySet())
                .containsAll(Arrays.stream(rules.split(" ")).map(Rule::valueOf).toList());
    }

    @ParameterizedTest
    @EnumSource
    void holdfastWithoutAGuardIsConvicted(Guard guard) throws InterruptedException {
        String scripts = ScriptTexts.all().stream().map(ScriptTexts::source).collect(Collectors.joining());
        assertThat(guard.marks()).allSatisfy(mark -> assertThat(scripts).contains(mark));
        Runner runner = new Runner(seed -> guard.topology(), guard.removal(), World.Cast.HOLDFAST);
        Set<Rule> broken = new HashSet<>();
        for (long first = 1; first < MOST_WORLDS && Collections.disjoint(broken, guard.broken()); first += SOME) {
            broken.addAll(runner.play(first, SOME, seed -> {}).rules().keySet());
        }
        assertThat(broken).containsAnyElementsOf(guard.broken());
    }
}
