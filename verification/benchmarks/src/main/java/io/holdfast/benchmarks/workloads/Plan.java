package io.holdfast.benchmarks.workloads;

import java.time.Duration;

/**
 * How much of it.
 *
 * @param rounds how often each contender has a turn that counts
 * @param warmUps how often before that
 * @param turn how long a turn is
 * @param cold how long a turn is while the JVM has compiled nothing yet
 */
public record Plan(int rounds, int warmUps, Duration turn, Duration cold) {

    /** Enough for medians that are much the same the next time. */
    public static final Plan FULL = new Plan(5, 2, Duration.ofMillis(800), Duration.ofSeconds(6));

    /** Enough to see whether something is quite wrong. */
    public static final Plan QUICK = new Plan(1, 1, Duration.ofMillis(300), Duration.ofMillis(300));

    /** Enough to see how stores compare, when only one contender has its turns. */
    public static final Plan STORES = new Plan(3, 1, Duration.ofMillis(700), Duration.ofSeconds(2));

    /**
     * {@return this plan, with so many rounds}
     *
     * @param count at least one
     */
    public Plan withRounds(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("at least one round: " + count);
        }
        return new Plan(count, warmUps, turn, cold);
    }

    /** {@return one long turn of which nothing counts} */
    public Plan warmUp() {
        return new Plan(0, 1, cold, cold);
    }

    /** {@return this plan, for people} */
    public String text() {
        return "median of " + rounds + (rounds == 1 ? " round" : " rounds") + ", each contender a turn of "
                + turn.toMillis() + " ms in each, after " + warmUps + " to warm up";
    }
}
