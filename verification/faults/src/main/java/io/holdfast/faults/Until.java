package io.holdfast.faults;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waiting, for a condition or for a time that a schedule says. */
final class Until {

    private static final long PAUSE_MILLIS = 10;

    private Until() {}

    /** {@return whether the condition held in time; one that throws does not hold yet} */
    static boolean holds(Duration atMost, BooleanSupplier condition) {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (!isTrue(condition)) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            pass(Duration.ofMillis(PAUSE_MILLIS));
        }
        return true;
    }

    /** Waits for a condition that must come true. */
    static void must(String what, Duration atMost, BooleanSupplier condition) {
        if (!holds(atMost, condition)) {
            throw new IllegalStateException("not within " + atMost.toSeconds() + " s: " + what);
        }
    }

    /** Lets a time pass. */
    static void pass(Duration time) {
        try {
            Thread.sleep(time.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static boolean isTrue(BooleanSupplier condition) {
        try {
            return condition.getAsBoolean();
        } catch (RuntimeException notYet) {
            return false;
        }
    }
}
