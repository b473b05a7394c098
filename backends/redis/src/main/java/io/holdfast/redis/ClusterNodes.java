package io.holdfast.redis;

import io.holdfast.spi.Environment;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The nodes of a Cluster that were spoken to, each by a connection of its own. */
final class ClusterNodes {

    /** How long a node that is no master any more is kept, for what is still under way there. */
    private static final Duration FAREWELL = Duration.ofSeconds(10);

    private final ClusterClient client;
    private final Environment environment;
    private final Function<Connector, Requests> requests;
    private final BiFunction<NodeAddress, Connector, Replicated> replicated;
    private final Map<NodeAddress, ClusterNode> nodes = new ConcurrentHashMap<>();
    private volatile @Nullable RedisURI example;
    private volatile Set<NodeAddress> wanted = Set.of();
    private volatile boolean closed;

    /**
     * Nothing is connected yet.
     *
     * @param client connects
     * @param environment the timer
     * @param requests sends requests over what is connected
     * @param replicated does so for what the replicas of that node have to confirm
     */
    ClusterNodes(
            ClusterClient client,
            Environment environment,
            Function<Connector, Requests> requests,
            BiFunction<NodeAddress, Connector, Replicated> replicated) {
        this.replicated = replicated;
        this.client = client;
        this.environment = environment;
        this.requests = requests;
    }

    /** {@return the nodes that are known from the start, of which some may be gone} */
    CompletionStage<List<NodeAddress>> seeds() {
        return client.seeds().thenApply(uris -> {
            example = uris.get(0);
            return uris.stream().map(NodeAddress::of).toList();
        });
    }

    /** {@return the node at an address that a seed, or a node, has named} */
    ClusterNode at(NodeAddress address) {
        ClusterNode node = nodes.computeIfAbsent(address, this::make);
        if (closed) {
            var unused = node.close();
        }
        return node;
    }

    private ClusterNode make(NodeAddress address) {
        Connector connector = connector(address);
        return new ClusterNode(() -> requests.apply(connector), () -> replicated.apply(address, connector));
    }

    /** {@return how to connect to the node at an address} */
    Connector connector(NodeAddress address) {
        RedisURI seed = example;
        if (seed == null) {
            throw new IllegalStateException("No seed of the cluster is known yet");
        }
        return client.connector(address.like(seed));
    }

    /** Says goodbye, in a while, to all but these. */
    void keep(Set<NodeAddress> masters) {
        wanted = masters;
        if (!closed && !masters.containsAll(nodes.keySet())) {
            environment.scheduler().schedule(this::dropUnwanted, FAREWELL.toNanos());
        }
    }

    private void dropUnwanted() {
        nodes.forEach((address, node) -> {
            if (!wanted.contains(address) && nodes.remove(address, node)) {
                var unused = node.close();
            }
        });
    }

    boolean isClosed() {
        return closed;
    }

    CompletionStage<Void> close() {
        closed = true;
        return CompletableFuture.allOf(
                nodes.values().stream().map(ClusterNode::close).toArray(CompletableFuture<?>[]::new));
    }
}
