package io.holdfast.simulation;

import io.holdfast.DistributedLock;
import io.holdfast.Lease;
import io.holdfast.MultiLease;
import io.holdfast.MultiLock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What somebody asks for.
 *
 * @param locks the names of the locks
 * @param detail how a history tells it
 * @param writes whether it writes to what the locks protect
 * @param asReader how to go on as a reader, for one who writes to a lock that has readers
 * @param ask asks, and waits for as long as it is told
 */
record Wish(
        List<String> locks,
        String detail,
        boolean writes,
        Optional<Downgrade> asReader,
        Function<@Nullable Duration, Wait> ask) {

    /**
     * Somebody waits.
     *
     * @param future what can be cancelled
     * @param answer what comes of it
     */
    record Wait(CompletableFuture<?> future, CompletableFuture<? extends Optional<? extends Lease>> answer) {}

    /**
     * How a writer goes on as a reader.
     *
     * @param detail how a history tells it
     * @param change turns the one lease into the other
     */
    record Downgrade(String detail, Function<Lease, CompletableFuture<Lease>> change) {

        CompletableFuture<Lease> start(Lease writer) {
            return change.apply(writer);
        }
    }

    static Wish of(String name, DistributedLock lock, String detail, boolean writes, Optional<Downgrade> asReader) {
        return new Wish(List.of(name), detail, writes, asReader, patience -> {
            if (patience == null) {
                CompletableFuture<Lease> wait = lock.acquireAsync();
                return new Wait(wait, wait.thenApply(Optional::of));
            }
            CompletableFuture<Optional<Lease>> wait = lock.tryAcquireAsync(patience);
            return new Wait(wait, wait);
        });
    }

    static Wish of(List<String> names, MultiLock locks, String detail) {
        return new Wish(names, detail, true, Optional.empty(), patience -> {
            if (patience == null) {
                CompletableFuture<MultiLease> wait = locks.acquireAsync();
                return new Wait(wait, wait.thenApply(Optional::of));
            }
            CompletableFuture<Optional<MultiLease>> wait = locks.tryAcquireAsync(patience);
            return new Wait(wait, wait);
        });
    }

    /** {@return what a former writer has, which asks no more} */
    static Wish reading(List<String> locks) {
        return new Wish(locks, "", false, Optional.empty(), patience -> {
            throw new IllegalStateException("It has what it wants");
        });
    }

    /** Asks. */
    Wait start(@Nullable Duration patience) {
        return ask.apply(patience);
    }
}
