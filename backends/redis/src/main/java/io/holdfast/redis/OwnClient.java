package io.holdfast.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Delay;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** A client of our own, made from a URI for one session and closed with it. */
final class OwnClient implements Connector {

    /** One for requests, one for messages. */
    private static final int THREADS = 2;

    private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);

    private final RedisURI uri;
    private final ClientResources resources;
    private final RedisClient client;

    OwnClient(RedisUris uris) {
        this.uri = uris.server();
        this.resources = ClientResources.builder()
                .ioThreadPoolSize(THREADS)
                .computationThreadPoolSize(THREADS)
                // A lock's lease is seconds: Lettuce's own pauses, of up to 30 s, would outlast it.
                .reconnectDelay(Delay.fullJitter(Duration.ofMillis(1), LONGEST_PAUSE, 2, TimeUnit.MILLISECONDS))
                .build();
        this.client = RedisClient.create(resources);
        SslOptions.Builder ssl = SslOptions.builder();
        uris.caFile().ifPresent(file -> ssl.trustManager(file.toFile()));
        client.setOptions(ClientOptions.builder()
                .autoReconnect(true)
                .sslOptions(ssl.build())
                .socketOptions(SocketOptions.builder()
                        .connectTimeout(uris.settings().connectTimeout())
                        .keepAlive(true)
                        .tcpNoDelay(true)
                        .build())
                .build());
    }

    @Override
    public CompletionStage<Line> connect() {
        return client.connectAsync(StringCodec.UTF8, uri)
                .thenApply(connection -> new Line(connection, connection.async()));
    }

    @Override
    public CompletionStage<StatefulRedisPubSubConnection<String, String>> connectInbox() {
        return client.connectPubSubAsync(StringCodec.UTF8, uri);
    }

    @Override
    public boolean reconnects() {
        return true;
    }

    @Override
    public void close() {
        CompletionStage<Void> closing = client.shutdownAsync(0, 100, TimeUnit.MILLISECONDS);
        closing.whenComplete((done, error) -> {
            Future<Boolean> ignored = resources.shutdown(0, 100, TimeUnit.MILLISECONDS);
        });
    }
}
