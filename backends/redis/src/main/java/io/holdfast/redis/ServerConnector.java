package io.holdfast.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Connects to one server: a single one, the master that Sentinels name, or the master among some that are replicas of
 * each other. Where the master is, is found out whenever a connection is made.
 */
final class ServerConnector implements Connector {

    static final Executor THREADS = task -> {
        Thread thread = new Thread(task, "holdfast-redis-connect");
        thread.setDaemon(true);
        thread.start();
    };

    private static final String DOWN_AFTER = "down-after-milliseconds";

    private final RedisClient client;
    private final List<RedisURI> servers;
    private final Runnable close;

    /**
     * Connects by a client.
     *
     * @param client the client
     * @param servers where to; if there are none, to where the client was made for
     * @param close what to do in the end
     */
    ServerConnector(RedisClient client, List<RedisURI> servers, Runnable close) {
        this.client = client;
        this.servers = servers;
        this.close = close;
    }

    @Override
    public CompletionStage<Line> connect() {
        return (servers.isEmpty()
                        ? byWaiting(() -> client.connect(StringCodec.UTF8))
                        : master().thenCompose(master -> client.connectAsync(StringCodec.UTF8, master)))
                .thenApply(connection -> new Line(connection, connection.async()));
    }

    @Override
    public CompletionStage<StatefulRedisPubSubConnection<String, String>> connectInbox() {
        return servers.isEmpty()
                ? byWaiting(() -> client.connectPubSub(StringCodec.UTF8))
                : master().thenCompose(master -> client.connectPubSubAsync(StringCodec.UTF8, master));
    }

    @Override
    public CompletionStage<Integer> replicas() {
        if (servers.size() != 1) {
            return CompletableFuture.completedFuture(servers.size() - 1);
        }
        return askSentinel().thenApply(master -> Integer.valueOf(master.get("num-slaves")));
    }

    @Override
    public CompletionStage<Optional<FailoverTime>> failoverTime() {
        if (servers.size() != 1 || servers.get(0).getSentinels().isEmpty()) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        return askSentinel()
                .thenApply(master -> Duration.ofMillis(Long.parseLong(master.get(DOWN_AFTER))))
                .thenApply(time -> Optional.of(new FailoverTime(DOWN_AFTER, time)));
    }

    private CompletionStage<Map<String, String>> askSentinel() {
        return client.connectSentinelAsync(StringCodec.UTF8, servers.get(0))
                .thenCompose(sentinel -> sentinel.async()
                        .master(servers.get(0).getSentinelMasterId())
                        .toCompletableFuture()
                        .orTimeout(servers.get(0).getTimeout().toMillis(), TimeUnit.MILLISECONDS)
                        .whenComplete((master, error) -> {
                            var unused = sentinel.closeAsync();
                        }));
    }

    private CompletionStage<RedisURI> master() {
        return servers.size() == 1
                ? CompletableFuture.completedFuture(servers.get(0))
                : new MasterSearch(client, servers).find();
    }

    /** Lettuce can connect to a client's own URI only by waiting: on a thread that ends with it. */
    private static <C> CompletionStage<C> byWaiting(Supplier<C> connect) {
        return CompletableFuture.supplyAsync(connect, THREADS);
    }

    @Override
    public boolean reconnects() {
        return client.getOptions().isAutoReconnect();
    }

    @Override
    public void close() {
        close.run();
    }
}
