package io.holdfast.redis;

import io.holdfast.redis.servers.RedisCluster;
import io.holdfast.redis.servers.RedisOptions;
import io.holdfast.spi.ClaimStore;
import io.holdfast.tck.StoreFixture;
import java.util.Optional;

/** A Cluster of three masters and three replicas for the contract. */
final class RedisClusterFixture implements StoreFixture {

    private final RedisCluster cluster;
    private final String uri;
    private final ClaimStore store;

    /**
     * Starts it.
     *
     * @param options the settings of each node
     * @param user user and password to connect with, as they stand in a URI
     */
    RedisClusterFixture(RedisOptions options, String user) {
        this.cluster = RedisCluster.start(options.appendOnly());
        this.uri = cluster.uri().replace("//", "//" + user);
        this.store = new RedisStoreProvider().store(uri);
    }

    @Override
    public ClaimStore store() {
        return store;
    }

    @Override
    public Optional<String> uri() {
        return Optional.of(uri);
    }

    @Override
    public Optional<Fault> breakConnections() {
        return Optional.of(cluster::breakConnections);
    }

    @Override
    public void close() {
        cluster.close();
    }
}
