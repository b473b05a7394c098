package io.holdfast.cli;

import java.time.Duration;
import java.util.concurrent.Callable;

/** Waits for what has to come. */
final class Eventually {

    /** Long, since only a failed test waits for it. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final long PAUSE_MILLIS = 10;

    private Eventually() {}

    static void holds(String what, Callable<Boolean> condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        try {
            while (!condition.call()) {
                if (System.nanoTime() - deadline > 0) {
                    throw new AssertionError("It never came: " + what);
                }
                Thread.sleep(PAUSE_MILLIS);
            }
        } catch (Exception e) {
            throw new AssertionError("waiting for: " + what, e);
        }
    }
}
