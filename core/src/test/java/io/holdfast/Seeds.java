package io.holdfast;

import java.util.function.Consumer;
import java.util.function.LongFunction;

/**
 * The seeds of a test that plays at random: each is a run of its own, and the same each time.
 *
 * <p>{@code -Dholdfast.seeds=100000} plays more of them, {@code -Dholdfast.seed=17} that one alone.
 */
public final class Seeds {

    private static final String ONE = "holdfast.seed";
    private static final String MANY = "holdfast.seeds";

    /** What a seed makes. */
    public interface Run {

        /** Plays it to its end. */
        void play();

        /** {@return how far it has come, for the message if it breaks} */
        String where();
    }

    private Seeds() {}

    /** {@return how many seeds are played, for a test that usually plays so many} */
    public static int count(int usual) {
        return isOne() ? 1 : Integer.getInteger(MANY, usual);
    }

    /** {@return whether one seed is played again, of which nobody knows what happens in it} */
    public static boolean isOne() {
        return Long.getLong(ONE) != null;
    }

    /**
     * Plays all seeds of a test, or the one that was asked for.
     *
     * @param test the test, for the command that plays a seed again
     * @param usual how many there usually are
     * @param begin makes the run of a seed
     * @param played told of each that went well
     */
    public static <R extends Run> void play(Class<?> test, int usual, LongFunction<R> begin, Consumer<R> played) {
        long first = Long.getLong(ONE, 1);
        for (long seed = first; seed < first + count(usual); seed++) {
            R run = begin.apply(seed);
            try {
                run.play();
            } catch (Throwable broken) {
                throw new AssertionError(
                        "Seed " + seed + ", " + run.where() + ". Play it again with: mvn -pl core test -Dtest="
                                + test.getSimpleName() + " -D" + ONE + "=" + seed,
                        broken);
            }
            played.accept(run);
        }
    }
}
