package io.holdfast.redis;

import io.holdfast.servers.RedisDeployment;
import io.holdfast.servers.RedisOptions;
import io.holdfast.servers.RedisServer;
import io.holdfast.spi.ClaimStore;
import io.holdfast.tck.StoreFixture;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Servers for the contract, that keep each write across a restart. */
final class RedisFixture implements StoreFixture {

    private final RedisDeployment servers;
    private final String uri;
    private final @Nullable Fault restart;
    private final ClaimStore store;

    /** Starts one server. */
    RedisFixture(RedisOptions options) {
        this(options, RedisServer::uri);
    }

    /** Starts one server that is not reached by its own URI alone. */
    RedisFixture(RedisOptions options, Function<RedisServer, String> uri) {
        this(RedisServer.start(options.appendOnly()), uri);
    }

    private RedisFixture(RedisServer server, Function<RedisServer, String> uri) {
        this(server, uri.apply(server), server::restart);
    }

    /**
     * Takes servers that are there.
     *
     * @param servers the servers
     * @param uri how they are reached
     * @param restart restarts them so that nothing is lost, if there is a way
     */
    RedisFixture(RedisDeployment servers, String uri, @Nullable Fault restart) {
        this.servers = servers;
        this.uri = uri;
        this.restart = restart;
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
    public Optional<Fault> restart() {
        return Optional.ofNullable(restart);
    }

    @Override
    public Optional<Fault> breakConnections() {
        return Optional.of(servers::breakConnections);
    }

    @Override
    public void close() {
        servers.close();
    }
}
