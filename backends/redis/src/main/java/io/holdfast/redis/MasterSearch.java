package io.holdfast.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Finds the master among servers that are replicas of each other, by asking each of them. */
final class MasterSearch {

    private final RedisClient client;
    private final List<RedisURI> servers;
    private final List<RedisURI> masters = new ArrayList<>();
    private @Nullable Throwable failure;

    MasterSearch(RedisClient client, List<RedisURI> servers) {
        this.client = client;
        this.servers = servers;
    }

    /** {@return the one that says it is the master, once all have answered or cannot be reached} */
    CompletionStage<RedisURI> find() {
        CompletableFuture<?>[] answers = servers.stream().map(this::ask).toArray(CompletableFuture<?>[]::new);
        return CompletableFuture.allOf(answers).thenApply(all -> found());
    }

    private CompletableFuture<Void> ask(RedisURI server) {
        return client.connectAsync(StringCodec.UTF8, server)
                .thenCompose(connection -> role(connection, server))
                .handle((role, error) -> {
                    note(server, role, error);
                    return (Void) null;
                })
                .toCompletableFuture();
    }

    private static CompletionStage<String> role(StatefulRedisConnection<String, String> connection, RedisURI server) {
        return connection
                .async()
                .role()
                .toCompletableFuture()
                .thenApply(answer -> (String) answer.get(0))
                .orTimeout(server.getTimeout().toMillis(), TimeUnit.MILLISECONDS)
                .whenComplete((answer, error) -> {
                    var unused = connection.closeAsync();
                });
    }

    private synchronized void note(RedisURI server, @Nullable String role, @Nullable Throwable error) {
        if (error != null) {
            failure = error;
        } else if ("master".equals(role)) {
            masters.add(server);
        }
    }

    private synchronized RedisURI found() {
        if (masters.size() == 1) {
            return masters.get(0);
        }
        String problem = masters.isEmpty()
                ? "none of the servers that answer is the master"
                : "more than one of the servers is a master: "
                        + RedisUris.place(Deployment.REPLICA, masters)
                        + ", and locks in one of them are not in the other";
        throw new RedisConnectionException(problem, failure);
    }
}
