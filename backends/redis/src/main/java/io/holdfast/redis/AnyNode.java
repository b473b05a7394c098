package io.holdfast.redis;

import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Connects to some node of a Cluster, each time another: for what is the same on all of them. */
final class AnyNode implements Connector {

    private final ClusterMap map;
    private final ClusterNodes nodes;

    AnyNode(ClusterMap map, ClusterNodes nodes) {
        this.map = map;
        this.nodes = nodes;
    }

    @Override
    public CompletionStage<Line> connect() {
        return any().thenCompose(Connector::connect);
    }

    @Override
    public CompletionStage<StatefulRedisPubSubConnection<String, String>> connectInbox() {
        return any().thenCompose(Connector::connectInbox);
    }

    private CompletableFuture<Connector> any() {
        return map.refresh().thenApply(done -> nodes.connector(map.known().get(0)));
    }

    @Override
    public CompletionStage<Integer> replicas() {
        return CompletableFuture.failedFuture(new UnsupportedOperationException("Each node has its own"));
    }

    @Override
    public boolean reconnects() {
        return false;
    }

    @Override
    public void close() {}
}
