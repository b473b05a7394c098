package io.holdfast.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Connects to the nodes of a Cluster, one by one, without Lettuce's reconnecting: that would send again what it had sent
 * before, and whoever needs a connection has it made anew.
 */
final class ClusterClient {

    private final RedisClient client;
    private final Supplier<CompletionStage<List<RedisURI>>> seeds;
    private final Runnable close;

    /**
     * Connects by a client.
     *
     * @param client the client, which does not reconnect
     * @param seeds asks for some nodes
     * @param close what to do in the end
     */
    ClusterClient(RedisClient client, Supplier<CompletionStage<List<RedisURI>>> seeds, Runnable close) {
        this.client = client;
        this.seeds = seeds;
        this.close = close;
    }

    /**
     * {@return a client with the resources and the options of one that the application has}
     *
     * @param given the client
     * @param nodes some nodes; if there are none, those that the client knows, though without their passwords, which
     *     Lettuce does not tell
     */
    static ClusterClient like(RedisClusterClient given, List<RedisURI> nodes) {
        RedisClient client = RedisClient.create(given.getResources());
        client.setOptions(given.getOptions().mutate().autoReconnect(false).build());
        return new ClusterClient(
                client, () -> nodes.isEmpty() ? nodesOf(given) : CompletableFuture.completedFuture(nodes), () -> {
                    var unused = client.shutdownAsync(0, 100, TimeUnit.MILLISECONDS);
                });
    }

    /** Lettuce asks for them by waiting if it has not yet, so that is done on a thread that ends with it. */
    private static CompletionStage<List<RedisURI>> nodesOf(RedisClusterClient given) {
        return CompletableFuture.supplyAsync(
                () -> {
                    List<RedisURI> uris = new ArrayList<>();
                    given.getPartitions().forEach(node -> uris.add(node.getUri()));
                    return uris;
                },
                ServerConnector.THREADS);
    }

    /** {@return some nodes, of which one at least should be there} */
    CompletionStage<List<RedisURI>> seeds() {
        return seeds.get();
    }

    /** {@return how to connect to a node} */
    Connector connector(RedisURI node) {
        return new ServerConnector(client, List.of(node), () -> {});
    }

    void close() {
        close.run();
    }
}
