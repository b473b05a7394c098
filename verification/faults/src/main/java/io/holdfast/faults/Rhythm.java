package io.holdfast.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * How often something breaks in a round, and for how long.
 *
 * @param blows how often
 * @param shortest for how long at least, in milliseconds
 * @param longest for how long at most
 */
record Rhythm(int blows, int shortest, int longest) {

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

    /** {@return when it breaks in the round of a seed} */
    List<Blow> schedule(long seed) {
        Random random = new Random(seed);
        List<Blow> schedule = new ArrayList<>();
        for (int i = 0; i < blows; i++) {
            schedule.add(new Blow(
                    GAP + random.nextInt(MORE),
                    shortest + random.nextInt(longest - shortest + 1),
                    random.nextInt(1_000)));
        }
        return schedule;
    }
}
