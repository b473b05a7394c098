package io.holdfast.redis;

import io.lettuce.core.RedisException;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A request that is under way. It is sent once; only what the server certainly did not execute is sent again.
 *
 * @param <R> what the server replies
 * @param <T> what that means
 */
final class Request<R, T> {

    /**
     * Sends something.
     *
     * @param <R> what the server replies
     */
    @FunctionalInterface
    interface Call<R> {

        CompletionStage<R> send(RedisClusterAsyncCommands<String, String> commands);
    }

    /** What Lettuce says of a command that it does not send, since it knows sooner than others that the connection broke. */
    private static final String REJECTED = "Currently not connected. Commands are rejected.";

    final CompletableFuture<T> answer = new CompletableFuture<>();
    final long within;
    final long deadline;

    private final Call<R> call;
    private final @Nullable Call<R> withoutCache;
    private final Function<R, T> meaning;
    private final Function<Throwable, ? extends Throwable> failure;
    private final Runnable heard;
    private final Consumer<Request<R, T>> rejected;

    private volatile boolean started;
    private volatile @Nullable Future<?> sent;

    /**
     * Nothing is sent yet.
     *
     * @param within how much time it has
     * @param deadline when that is over
     * @param call sends it
     * @param withoutCache sends it if the server does not know the script
     * @param meaning what a reply means
     * @param failure what an error means
     * @param heard what to do first when there is a reply or an error
     * @param rejected what to do with it if it did not leave, since the connection was broken already
     */
    Request(
            long within,
            long deadline,
            Call<R> call,
            @Nullable Call<R> withoutCache,
            Function<R, T> meaning,
            Function<Throwable, ? extends Throwable> failure,
            Runnable heard,
            Consumer<Request<R, T>> rejected) {
        this.within = within;
        this.deadline = deadline;
        this.call = call;
        this.withoutCache = withoutCache;
        this.meaning = meaning;
        this.failure = failure;
        this.heard = heard;
        this.rejected = rejected;
    }

    boolean isDone() {
        return answer.isDone();
    }

    /** {@return whether it may be on its way} */
    boolean isSent() {
        return started;
    }

    void send(RedisClusterAsyncCommands<String, String> commands) {
        send(commands, call);
    }

    private void send(RedisClusterAsyncCommands<String, String> commands, Call<R> how) {
        if (answer.isDone()) {
            return;
        }
        started = true;
        CompletionStage<R> reply;
        try {
            reply = how.send(commands);
        } catch (RuntimeException e) {
            replied(commands, null, e);
            return;
        }
        Future<?> future = reply.toCompletableFuture();
        sent = future;
        reply.whenComplete((value, error) -> replied(commands, value, error));
        if (answer.isDone()) {
            // Its time was over in between: what was cancelled is not sent again after a reconnect.
            future.cancel(true);
        }
    }

    private void replied(
            RedisClusterAsyncCommands<String, String> commands, @Nullable R value, @Nullable Throwable error) {
        if (!answer.isDone()) {
            heard.run();
        }
        if (error instanceof RedisNoScriptException && withoutCache != null && !answer.isDone()) {
            send(commands, withoutCache);
        } else if (error != null && isRejected(error) && !answer.isDone()) {
            started = false;
            rejected.accept(this);
        } else if (error != null) {
            fail(error);
        } else {
            understand(value);
        }
    }

    private static boolean isRejected(Throwable error) {
        return error instanceof RedisException && REJECTED.equals(error.getMessage());
    }

    @SuppressWarnings("NullAway") // A reply may be null, and then its meaning takes that.
    private void understand(@Nullable R value) {
        T meant;
        try {
            meant = meaning.apply(value);
        } catch (RuntimeException e) {
            fail(e);
            return;
        }
        answer.complete(meant);
    }

    /** Ends it without an answer: whether it was executed is unknown, but it will not be sent again. */
    void fail(Throwable error) {
        answer.completeExceptionally(failure.apply(error));
        Future<?> future = sent;
        if (future != null) {
            future.cancel(true);
        }
    }
}
