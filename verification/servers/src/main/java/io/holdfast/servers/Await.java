package io.holdfast.servers;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Waiting for something that will be true soon. */
final class Await {

    /** Far longer than anything here takes, for machines that are busy with other things. */
    static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final long PAUSE_MILLIS = 5;

    private Await() {}

    /** Waits until the condition holds; one that throws does not hold yet. */
    static void until(String what, Callable<Boolean> condition) {
        until(() -> what, condition, () -> {});
    }

    /** Waits until the condition holds, for longer than usual; one that throws does not hold yet. */
    static void until(String what, Duration patience, Callable<Boolean> condition) {
        until(() -> what, patience, condition, () -> {});
    }

    /**
     * Waits until the condition holds; one that throws does not hold yet.
     *
     * @param what what is waited for, asked only when it did not come
     * @param check runs before each look, and ends the waiting by what it throws
     */
    static void until(Supplier<String> what, Callable<Boolean> condition, Runnable check) {
        until(what, PATIENCE, condition, check);
    }

    private static void until(Supplier<String> what, Duration patience, Callable<Boolean> condition, Runnable check) {
        long deadline = System.nanoTime() + patience.toNanos();
        @Nullable Exception last;
        do {
            check.run();
            try {
                if (condition.call()) {
                    return;
                }
                last = null;
            } catch (Exception e) {
                last = e;
            }
            sleep();
        } while (System.nanoTime() < deadline);
        throw new IllegalStateException("not within " + patience.toSeconds() + " s: " + what.get(), last);
    }

    /** Waits until a process has ended, and returns its exit code. */
    static int end(Process process) {
        try {
            if (process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                return process.exitValue();
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
        throw new IllegalStateException("not within " + PATIENCE.toSeconds() + " s: the end of " + process);
    }

    private static void sleep() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static IllegalStateException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("interrupted while waiting for a server", e);
    }
}
