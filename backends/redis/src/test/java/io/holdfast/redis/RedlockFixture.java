package io.holdfast.redis;

import io.holdfast.servers.IndependentMasters;
import io.holdfast.spi.ClaimStore;
import io.holdfast.tck.StoreFixture;
import java.util.Optional;

/** Masters for the contract. */
final class RedlockFixture implements StoreFixture {

    private final IndependentMasters masters;
    private final String uri;
    private final ClaimStore store;

    RedlockFixture(IndependentMasters masters, String user) {
        this.masters = masters;
        masters.awaitUptime(QuorumSettings.LONGEST_LEASE.plusSeconds(1));
        this.uri = masters.uri().replace("//", "//" + user) + "?nodeTimeout=500ms&connectTimeout=5s";
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
        return Optional.of(masters::breakConnections);
    }

    /** Nodes know the owner only: the token is settled after they have voted. */
    @Override
    public boolean comparesTokens() {
        return false;
    }

    @Override
    public void close() {
        masters.close();
    }
}
