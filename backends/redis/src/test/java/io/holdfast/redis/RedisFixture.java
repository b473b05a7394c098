package io.holdfast.redis;

import io.holdfast.redis.servers.RedisOptions;
import io.holdfast.redis.servers.RedisServer;
import io.holdfast.spi.ClaimStore;
import io.holdfast.tck.StoreFixture;
import java.util.Optional;
import java.util.function.Function;

/** One server for the contract, with a file that keeps each write across a restart. */
final class RedisFixture implements StoreFixture {

    private final RedisServer server;
    private final String uri;
    private final ClaimStore store;

    RedisFixture(RedisOptions options) {
        this(options, RedisServer::uri);
    }

    /** Starts a server that is not reached by its own URI alone. */
    RedisFixture(RedisOptions options, Function<RedisServer, String> uri) {
        this.server = RedisServer.start(options.appendOnly());
        this.uri = uri.apply(server);
        this.store = new RedisStoreProvider().store(this.uri);
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
    public Optional<Fault> restart() {
        return Optional.of(server::restart);
    }

    @Override
    public Optional<Fault> breakConnections() {
        return Optional.of(server::breakConnections);
    }

    @Override
    public void close() {
        server.close();
    }
}
