package io.holdfast.etcd;

import io.holdfast.servers.EtcdDeployment;
import io.holdfast.servers.LocalServer;
import io.holdfast.spi.Capabilities;
import io.holdfast.spi.Capabilities.Feature;
import io.holdfast.spi.ClaimStore;
import io.holdfast.spi.SessionContext;
import io.holdfast.spi.StoreSession;
import io.holdfast.tck.StoreFixture;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** One or more etcd servers for the contract. */
final class EtcdFixture implements StoreFixture {

    private final EtcdDeployment servers;
    private final List<Relay> relays;
    private final String uri;
    private final EtcdStore store;
    private final Map<StoreSession, EtcdLines> sessions = new ConcurrentHashMap<>();

    EtcdFixture(EtcdDeployment servers) {
        this.servers = servers;
        this.relays = servers.servers().stream().map(Relay::new).toList();
        this.uri = relays.stream().map(Relay::address).collect(Collectors.joining(",", "etcd://", ""));
        this.store = EtcdStore.of(EtcdUri.parse(uri));
    }

    static String uri(EtcdDeployment servers) {
        return servers.endpoints().stream()
                .map(endpoint -> URI.create(endpoint).getAuthority())
                .collect(Collectors.joining(",", "etcd://", ""));
    }

    /** {@return the store, which remembers what its sessions are connected by} */
    @Override
    public ClaimStore store() {
        return new ClaimStore() {
            @Override
            public Capabilities capabilities() {
                return store.capabilities();
            }

            @Override
            public String whyNot(Feature feature) {
                return store.whyNot(feature);
            }

            @Override
            public String description() {
                return store.description();
            }

            @Override
            public StoreSession connect(SessionContext context) {
                EtcdLines lines = store.lines(context);
                StoreSession session = EtcdStore.session(lines, context);
                sessions.put(session, lines);
                return session;
            }
        };
    }

    @Override
    public Optional<String> uri() {
        return Optional.of(uri);
    }

    @Override
    public Optional<Fault> restart() {
        return Optional.of(() -> restart(servers));
    }

    /** One after the other, so that a majority is there if there are several. */
    private static void restart(EtcdDeployment servers) {
        servers.servers().forEach(LocalServer::restart);
    }

    @Override
    public Optional<Fault> breakConnections() {
        return Optional.of(() -> relays.forEach(Relay::breakConnections));
    }

    @Override
    public boolean waitersLiveBySession() {
        return true;
    }

    @Override
    public void kill(StoreSession session) {
        sessions.get(session).cut();
    }

    @Override
    public void close() {
        relays.forEach(Relay::close);
        servers.close();
    }
}
