package io.holdfast.engine;

import io.holdfast.HoldfastException;
import io.holdfast.spi.Environment.Cancellable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A future that waits.
 *
 * @param <T> what the future is of
 */
final class FutureWaiter<T> extends Waiter {

    private final CompletableFuture<T> future;
    private final Executor executor;
    private final Function<@Nullable HeldLease, T> result;
    private final Consumer<HeldLease> ifTooLate;
    private volatile @Nullable Cancellable timer;

    /**
     * A future that waits.
     *
     * @param future what to complete
     * @param since since when it has wanted the lock
     * @param patient whether it waits if the lock is busy
     * @param executor where to complete it
     * @param result makes the result of the lease, or of there being none
     * @param ifTooLate what to do with a lease that is not valid any more when it gets here
     */
    FutureWaiter(
            CompletableFuture<T> future,
            long since,
            boolean patient,
            Executor executor,
            Function<@Nullable HeldLease, T> result,
            Consumer<HeldLease> ifTooLate) {
        super(since, patient);
        this.future = future;
        this.executor = executor;
        this.result = result;
        this.ifTooLate = ifTooLate;
    }

    /** Gives up if anyone else completes the future, and when the time is over. */
    void watch(Engine engine, Cohort cohort, long nanos) {
        var unused = future.whenComplete((done, error) -> {
            if (settle()) {
                cohort.leave(this);
            }
            stopTimer();
        });
        if (nanos >= 0 && !future.isDone()) {
            timer = engine.schedule(
                    () -> {
                        if (settle()) {
                            finish(null, cohort.leave(this));
                        }
                    },
                    since + nanos - engine.now());
            if (future.isDone()) {
                stopTimer();
            }
        }
    }

    @Override
    void finish(@Nullable HeldLease lease, @Nullable HoldfastException failure) {
        executor.execute(() -> {
            if (failure != null) {
                future.completeExceptionally(failure);
            } else if (lease == null) {
                future.complete(result.apply(null));
            } else if (!lease.isValid() && !future.isDone()) {
                // The process stood still on the way here; nobody is served with a lease that is over.
                ifTooLate.accept(lease);
            } else if (!future.complete(result.apply(lease))) {
                lease.takeBack();
            }
        });
    }

    private void stopTimer() {
        Cancellable running = timer;
        if (running != null) {
            running.cancel();
        }
    }
}
