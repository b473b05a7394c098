package io.holdfast.tck;

import io.holdfast.HoldfastException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for what has to come, and no longer than it may take. Never sleeps to hope. */
public final class Eventually {

    /** How long a store may take to answer, which is long: it only matters when the test has failed anyway. */
    private static final Duration ANSWER = Duration.ofSeconds(20);

    private static final long STEP = 2_000_000;

    private Eventually() {}

    /**
     * {@return what a probe finds, as soon as it finds anything}
     *
     * @param <T> what it finds
     * @param what what it looks for, for the message
     * @param within how long that may take
     * @param probe looks for it
     */
    public static <T> T found(String what, Duration within, Supplier<Optional<T>> probe) {
        long end = System.nanoTime() + within.toNanos();
        while (true) {
            Optional<T> result = probe.get();
            if (result.isPresent()) {
                return result.get();
            }
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("Not within " + within + ": " + what);
            }
            LockSupport.parkNanos(STEP);
        }
    }

    /**
     * Waits for a condition.
     *
     * @param what what it is, for the message
     * @param within how long that may take
     * @param condition the condition
     */
    public static void holds(String what, Duration within, BooleanSupplier condition) {
        found(what, within, () -> condition.getAsBoolean() ? Optional.of(true) : Optional.empty());
    }

    /**
     * Waits until a moment has come, where the passing of time is the point.
     *
     * @param moment the moment, in {@link System#nanoTime()}
     */
    public static void reached(long moment) {
        for (long left = moment - System.nanoTime(); left > 0; left = moment - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /**
     * {@return what a stage completes with; what it fails with is thrown}
     *
     * @param <T> what it completes with
     * @param stage an answer of a store
     */
    public static <T> T answered(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(ANSWER.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError("The store has to answer or fail within a bounded time", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("The test was interrupted", e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() instanceof CompletionException wrapped ? wrapped.getCause() : e.getCause();
            if (cause instanceof HoldfastException failure) {
                throw failure;
            }
            throw new AssertionError("A store fails with a HoldfastException only", cause);
        }
    }
}
