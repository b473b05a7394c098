package io.holdfast.redis;

import io.holdfast.StoreUnavailableException;
import io.holdfast.spi.Environment;
import io.lettuce.core.ScriptOutputType;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests, and ends each in time.
 *
 * <p>Lettuce would send again after a reconnect what it had sent before and got no answer to. So whatever is under way
 * when the connection breaks, or when its time is over, is cancelled: that it never sends again. What is asked for while
 * there is no connection waits for one, until its time is over.
 */
final class Requests {

    private final Link<Connector.Line> link;
    private final Environment environment;
    private final Settings settings;
    private final Failures failures;
    private final Deadlines deadlines;
    private volatile boolean closed;

    Requests(Connector connector, Environment environment, Settings settings, Failures failures) {
        this.environment = environment;
        this.settings = settings;
        this.failures = failures;
        this.deadlines = new Deadlines(environment, this::tooLate);
        this.link =
                new Link<>(connector::connect, Connector.Line::connection, connector.reconnects(), this::disconnected);
    }

    /** {@return completes when the store was reached} */
    CompletableFuture<Void> ready() {
        CompletableFuture<Void> ready = new CompletableFuture<>();
        Duration within = settings.connectTimeout().plus(settings.commandTimeout());
        Environment.Cancellable timer = environment
                .scheduler()
                .schedule(() -> ready.completeExceptionally(failures.notReached(within.toMillis())), within.toNanos());
        connected()
                .thenCompose(line -> call(null, commands -> commands.ping(), pong -> pong))
                .whenComplete((pong, error) -> {
                    timer.cancel();
                    if (error == null) {
                        ready.complete(null);
                    } else {
                        ready.completeExceptionally(failures.of(null, error));
                    }
                });
        return ready;
    }

    /** Runs a script, by its digest if the server has it. */
    <T> CompletableFuture<T> run(
            @Nullable String name, Script script, String[] keys, String[] args, Function<List<Object>, T> meaning) {
        return send(
                name,
                commands -> commands.evalsha(script.digest(), ScriptOutputType.MULTI, keys, args),
                commands -> commands.eval(script.source(), ScriptOutputType.MULTI, keys, args),
                meaning);
    }

    /** Sends a plain command. */
    <R, T> CompletableFuture<T> call(@Nullable String name, Request.Call<R> call, Function<R, T> meaning) {
        return send(name, call, null, meaning);
    }

    private <R, T> CompletableFuture<T> send(
            @Nullable String name,
            Request.Call<R> call,
            Request.@Nullable Call<R> withoutCache,
            Function<R, T> meaning) {
        if (closed) {
            return CompletableFuture.failedFuture(failures.unavailable(name, "its session is closed", null));
        }
        long deadline = environment.clock().nanos() + settings.commandTimeout().toNanos();
        Request<R, T> request = new Request<>(deadline, call, withoutCache, meaning, error -> failures.of(name, error));
        deadlines.add(request);
        Connector.Line line = link.now();
        if (line != null) {
            request.send(line.commands());
        } else {
            sendWhenConnected(request);
        }
        return request.answer;
    }

    private void sendWhenConnected(Request<?, ?> request) {
        connected().whenComplete((line, error) -> {
            if (error == null) {
                request.send(line.commands());
            } else {
                request.fail(error);
            }
        });
    }

    private CompletionStage<Connector.Line> connected() {
        return link.get();
    }

    private StoreUnavailableException tooLate() {
        return failures.unavailable(
                null, "it did not answer within " + settings.commandTimeout().toMillis() + " ms", null);
    }

    private void disconnected() {
        deadlines.failSent(failures.unavailable(null, "the connection broke before the answer was there", null));
    }

    /** {@return whether there is a connection, so that a last word can be sent} */
    boolean isConnected() {
        Connector.Line line = link.now();
        return line != null && line.connection().isOpen();
    }

    CompletionStage<Void> close() {
        closed = true;
        deadlines.failAll(failures.unavailable(null, "its session was closed", null));
        return link.close();
    }
}
