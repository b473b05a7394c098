package io.holdfast.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Delay;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** Makes a client of our own from a URI, for one session, to be closed with it. */
final class OwnClient {

    /** One for requests, one for messages. */
    private static final int THREADS = 2;

    private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);

    private OwnClient() {}

    static Connector connector(RedisUris uris) {
        ClientResources resources = resources();
        RedisClient client = RedisClient.create(resources);
        ClientOptions.Builder options = ClientOptions.builder();
        configure(uris, options);
        client.setOptions(options.build());
        return new ServerConnector(
                client, uris.servers(), () -> shutdown(client.shutdownAsync(0, 100, TimeUnit.MILLISECONDS), resources));
    }

    static ClusterClient cluster(RedisUris uris) {
        ClientResources resources = resources();
        RedisClient client = RedisClient.create(resources);
        ClientOptions.Builder options = ClientOptions.builder();
        configure(uris, options);
        client.setOptions(options.autoReconnect(false).build());
        return new ClusterClient(
                client,
                () -> CompletableFuture.completedFuture(uris.servers()),
                () -> shutdown(client.shutdownAsync(0, 100, TimeUnit.MILLISECONDS), resources));
    }

    private static ClientResources resources() {
        return ClientResources.builder()
                .ioThreadPoolSize(THREADS)
                .computationThreadPoolSize(THREADS)
                // A lock's lease is seconds: Lettuce's own pauses, of up to 30 s, would outlast it.
                .reconnectDelay(Delay.fullJitter(Duration.ofMillis(1), LONGEST_PAUSE, 2, TimeUnit.MILLISECONDS))
                .build();
    }

    private static void configure(RedisUris uris, ClientOptions.Builder options) {
        SslOptions.Builder ssl = SslOptions.builder();
        uris.caFile().ifPresent(file -> ssl.trustManager(file.toFile()));
        options.autoReconnect(true)
                // Requests end in time by themselves: a timer of Lettuce's for each would be a second one.
                .timeoutOptions(TimeoutOptions.create())
                .sslOptions(ssl.build())
                .socketOptions(SocketOptions.builder()
                        .connectTimeout(uris.settings().connectTimeout())
                        .keepAlive(true)
                        .tcpNoDelay(true)
                        .build());
    }

    private static void shutdown(CompletionStage<Void> closing, ClientResources resources) {
        closing.whenComplete((done, error) -> {
            Future<Boolean> ignored = resources.shutdown(0, 100, TimeUnit.MILLISECONDS);
        });
    }
}
