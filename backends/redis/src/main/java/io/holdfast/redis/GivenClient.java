package io.holdfast.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A client that the application made, and goes on using: neither closed nor reconfigured here.
 *
 * <p>Lettuce can connect to a client's own URI only by waiting, so that is done on a thread that ends with it.
 */
final class GivenClient implements Connector {

    private static final Executor THREADS = task -> {
        Thread thread = new Thread(task, "holdfast-redis-connect");
        thread.setDaemon(true);
        thread.start();
    };

    private final RedisClient client;
    private final @Nullable RedisURI uri;

    GivenClient(RedisClient client, @Nullable RedisURI uri) {
        this.client = client;
        this.uri = uri;
    }

    @Override
    public CompletionStage<Line> connect() {
        return CompletableFuture.supplyAsync(
                () -> {
                    StatefulRedisConnection<String, String> connection =
                            uri == null ? client.connect(StringCodec.UTF8) : client.connect(StringCodec.UTF8, uri);
                    return new Line(connection, connection.async());
                },
                THREADS);
    }

    @Override
    public CompletionStage<StatefulRedisPubSubConnection<String, String>> connectInbox() {
        return CompletableFuture.supplyAsync(
                () -> uri == null
                        ? client.connectPubSub(StringCodec.UTF8)
                        : client.connectPubSub(StringCodec.UTF8, uri),
                THREADS);
    }

    @Override
    public boolean reconnects() {
        return client.getOptions().isAutoReconnect();
    }

    @Override
    public void close() {}
}
