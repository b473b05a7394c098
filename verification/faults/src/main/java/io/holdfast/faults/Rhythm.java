package io.holdfast.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * How often something breaks in a round, and for how long.
 *
 * @param blows how often
 * @param shortest for how long at least, in milliseconds
 * @param longest for how long at most
 * @param last for how long the last time at least, so that it is felt
 */
record Rhythm(int blows, int shortest, int longest, int last) {

    /** Nothing breaks. */
    static final Rhythm NEVER = new Rhythm(0, 0, 0, 0);

    private static final Duration REST = Duration.ofMillis(1_500);

    /** Long enough for somebody to wait in vain. */
    private static final Duration LONG_REST = Duration.ofMillis(8_500);

    private static final int GAP = 300;
    private static final int MORE = 600;

    /**
     * One of the times at which something breaks, in milliseconds.
     *
     * @param gap how long after the one before, or after the start
     * @param length for how long
     * @param aim which of several breaks
     */
    record Blow(int gap, int length, int aim) {}

    /** {@return one whose last blow is like the others} */
    static Rhythm of(int blows, int shortest, int longest) {
        return new Rhythm(blows, shortest, longest, shortest);
    }

    /** {@return how long work goes on undisturbed after the last blow} */
    Duration rest() {
        return blows == 0 ? LONG_REST : REST;
    }

    /** {@return when it breaks in the round of a seed} */
    List<Blow> schedule(long seed) {
        Random random = new Random(seed);
        List<Blow> schedule = new ArrayList<>();
        for (int i = 0; i < blows; i++) {
            int least = i == blows - 1 ? last : shortest;
            schedule.add(new Blow(
                    GAP + random.nextInt(MORE), least + random.nextInt(longest - least + 1), random.nextInt(1_000)));
        }
        return schedule;
    }
}
