package io.holdfast.redis;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.api.StatefulConnection;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A connection that is made when it is first needed, and again if that failed. Once made, Lettuce restores it by itself,
 * unless its client was told not to: then the next who needs it has it made anew.
 *
 * @param <C> what is connected
 */
final class Link<C> {

    /** How often to connect before a connection that is closed without a reason is taken for just that. */
    private static final int TRIES = 5;

    /** What Lettuce says when it has closed a connection itself, and that was noticed before it could say why. */
    private static final Set<String> CLOSED_WITHOUT_REASON =
            Set.of("Connection closed prematurely", "RedisHandshakeHandler not registered");

    private final Supplier<CompletionStage<C>> connect;
    private final Function<C, StatefulConnection<String, String>> connection;
    private final boolean reconnects;
    private final Runnable onDisconnected;
    private final ReentrantLock mutex = new ReentrantLock();

    private volatile @Nullable C current;
    private @Nullable CompletableFuture<C> attempt;
    private boolean closed;

    /**
     * Nothing is connected yet.
     *
     * @param connect connects
     * @param connection finds Lettuce's connection in what was connected
     * @param reconnects whether Lettuce restores it
     * @param onDisconnected what to do when it breaks; runs before anything can be sent again
     */
    Link(
            Supplier<CompletionStage<C>> connect,
            Function<C, StatefulConnection<String, String>> connection,
            boolean reconnects,
            Runnable onDisconnected) {
        this.connect = connect;
        this.connection = connection;
        this.reconnects = reconnects;
        this.onDisconnected = onDisconnected;
    }

    /** {@return what is connected; null if nothing is, and one has to {@link #get} it} */
    @Nullable
    C now() {
        return current;
    }

    /** {@return what is connected, or will be} */
    CompletionStage<C> get() {
        mutex.lock();
        try {
            if (closed) {
                return CompletableFuture.failedFuture(new IllegalStateException("The session is closed"));
            }
            if (attempt == null || attempt.isCompletedExceptionally() || (attempt.isDone() && current == null)) {
                attempt = start(TRIES);
            }
            return attempt;
        } finally {
            mutex.unlock();
        }
    }

    private CompletableFuture<C> start(int tries) {
        return connectOnce()
                .exceptionallyCompose(error ->
                        tries > 1 && hidesTheReason(error) ? start(tries - 1) : CompletableFuture.failedFuture(error));
    }

    private CompletableFuture<C> connectOnce() {
        try {
            return connect.get().thenApply(this::connected).toCompletableFuture();
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** When a server refuses a password, Lettuce says so as a rule, and now and then only that there is no connection. */
    private static boolean hidesTheReason(Throwable error) {
        for (Throwable next = error; next != null; next = next.getCause()) {
            if (CLOSED_WITHOUT_REASON.contains(String.valueOf(next.getMessage()))) {
                return true;
            }
        }
        return false;
    }

    private C connected(C made) {
        StatefulConnection<String, String> lettuce = connection.apply(made);
        lettuce.addListener(new RedisConnectionStateListener() {
            @Override
            public void onRedisDisconnected(RedisChannelHandler<?, ?> broken) {
                disconnected(lettuce);
            }
        });
        boolean late;
        mutex.lock();
        try {
            late = closed;
            current = late ? null : made;
        } finally {
            mutex.unlock();
        }
        if (late) {
            close(lettuce);
            throw new IllegalStateException("The session is closed");
        }
        if (!reconnects && !lettuce.isOpen() && leave(lettuce)) {
            // It broke before anybody listened.
            close(lettuce);
        }
        return made;
    }

    private void disconnected(StatefulConnection<String, String> broken) {
        onDisconnected.run();
        if (!reconnects && leave(broken)) {
            close(broken);
        }
    }

    /**
     * Gives a connection up that is there, but of no use: the next who needs one has it made anew.
     *
     * @return what closes the old one
     */
    Runnable renew() {
        C made = current;
        if (made == null) {
            return () -> {};
        }
        StatefulConnection<String, String> old = connection.apply(made);
        leave(old);
        return () -> close(old);
    }

    /** {@return whether it was the present one until now} */
    private boolean leave(StatefulConnection<String, String> old) {
        mutex.lock();
        try {
            boolean present = current != null && connection.apply(current) == old;
            if (present) {
                current = null;
                attempt = null;
            }
            return present;
        } finally {
            mutex.unlock();
        }
    }

    /** Closes it. {@return completes when that is done} */
    CompletionStage<Void> close() {
        C made;
        mutex.lock();
        try {
            closed = true;
            made = current;
            current = null;
        } finally {
            mutex.unlock();
        }
        return made == null ? CompletableFuture.completedFuture(null) : close(connection.apply(made));
    }

    private static CompletionStage<Void> close(StatefulConnection<String, String> ours) {
        return ours.closeAsync().exceptionally(error -> null);
    }
}
