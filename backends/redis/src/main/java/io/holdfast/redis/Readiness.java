package io.holdfast.redis;

import io.holdfast.spi.Environment;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Waits for a store to be reached, for as long as connecting and one request may take.
 *
 * @param environment the timer
 * @param settings how long that is
 * @param failures what failures mean
 */
record Readiness(Environment environment, Settings settings, Failures failures) {

    /**
     * {@return completes when it was reached, or that took too long}
     *
     * @param reached completes when it was reached
     */
    CompletableFuture<Void> of(CompletionStage<?> reached) {
        CompletableFuture<Void> ready = new CompletableFuture<>();
        Duration within = settings.connectTimeout().plus(settings.commandTimeout());
        Environment.Cancellable timer = environment
                .scheduler()
                .schedule(() -> ready.completeExceptionally(failures.notReached(within.toMillis())), within.toNanos());
        reached.whenComplete((done, error) -> {
            timer.cancel();
            if (error == null) {
                ready.complete(null);
            } else {
                ready.completeExceptionally(failures.of(null, error));
            }
        });
        return ready;
    }
}
