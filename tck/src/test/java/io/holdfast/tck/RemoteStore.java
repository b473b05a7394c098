package io.holdfast.tck;

import io.holdfast.memory.MemoryStore;
import io.holdfast.spi.Capabilities;
import io.holdfast.spi.Capabilities.Feature;
import io.holdfast.spi.ClaimStore;
import io.holdfast.spi.SessionContext;
import io.holdfast.spi.StoreProvider;
import io.holdfast.spi.StoreSession;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.util.EnumSet;
import java.util.Set;

/** The in-memory store of another process: to try the contract itself where there are processes and connections. */
record RemoteStore(int port) implements ClaimStore {

    private static final String SCHEME = "remote-memory";

    /** Finds the store by its URI, in whatever process. */
    public static final class Provider implements StoreProvider {

        @Override
        public Set<String> schemes() {
            return Set.of(SCHEME);
        }

        @Override
        public ClaimStore store(String uri) {
            return new RemoteStore(URI.create(uri).getPort());
        }
    }

    @Override
    public String description() {
        return SCHEME + "://127.0.0.1:" + port;
    }

    @Override
    public Capabilities capabilities() {
        Capabilities memory = MemoryStore.create().capabilities();
        Set<Feature> features = EnumSet.copyOf(memory.features());
        features.add(Feature.ACROSS_PROCESSES);
        return new Capabilities(features, memory.granularity(), memory.slack(), memory.maxLease());
    }

    @Override
    public StoreSession connect(SessionContext context) {
        return (StoreSession) Proxy.newProxyInstance(
                StoreSession.class.getClassLoader(),
                new Class<?>[] {StoreSession.class},
                new RemoteSession(port, context));
    }
}
