package io.holdfast.redis;

import io.holdfast.spi.Environment;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Connects to a node of a quorum. A connection is given to nobody before the node has said on it since when it runs, and it
 * is never restored: so what is answered on it comes from the process that said so.
 */
final class ProvenConnector implements Connector {

    /** For how long a node that could not be reached is left alone. */
    private static final Duration PAUSE = Duration.ofMillis(100);

    private final Connector connector;
    private final Environment environment;
    private final Duration timeout;
    private final BiConsumer<String, String> proof;
    private volatile @Nullable Failure failure;

    private record Failure(Throwable error, long at) {}

    /**
     * Connects by another.
     *
     * @param connector connects
     * @param environment the time and the timer
     * @param timeout how long the proof may take
     * @param proof takes what the node says of itself as a server, and of its replication; throws if it is not to be used
     */
    ProvenConnector(Connector connector, Environment environment, Duration timeout, BiConsumer<String, String> proof) {
        this.connector = connector;
        this.environment = environment;
        this.timeout = timeout;
        this.proof = proof;
    }

    @Override
    public CompletionStage<Line> connect() {
        Failure latest = failure;
        if (latest != null && environment.clock().nanos() - latest.at() < PAUSE.toNanos()) {
            return CompletableFuture.failedFuture(latest.error());
        }
        return connector.connect().thenCompose(this::proved).whenComplete((line, error) -> {
            failure = error == null
                    ? null
                    : new Failure(error, environment.clock().nanos());
        });
    }

    private CompletionStage<Line> proved(Line line) {
        CompletableFuture<Line> proved = new CompletableFuture<>();
        Environment.Cancellable timer = environment
                .scheduler()
                .schedule(
                        () -> proved.completeExceptionally(
                                new IllegalStateException("it did not say since when it runs")),
                        timeout.toNanos());
        CompletionStage<String> server = line.commands().info("server");
        CompletionStage<String> replication = line.commands().info("replication");
        server.thenCombine(replication, (one, other) -> {
                    proof.accept(one, other);
                    return line;
                })
                .whenComplete((done, error) -> {
                    if (error == null) {
                        proved.complete(done);
                    } else {
                        proved.completeExceptionally(error);
                    }
                });
        return proved.whenComplete((done, error) -> {
            timer.cancel();
            if (error != null) {
                var unused = line.connection().closeAsync();
            }
        });
    }

    @Override
    public CompletionStage<StatefulRedisPubSubConnection<String, String>> connectInbox() {
        return connector.connectInbox();
    }

    @Override
    public CompletionStage<Integer> replicas() {
        return connector.replicas();
    }

    @Override
    public boolean reconnects() {
        return false;
    }

    @Override
    public void close() {
        connector.close();
    }
}
