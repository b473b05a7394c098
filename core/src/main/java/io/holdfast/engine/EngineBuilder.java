package io.holdfast.engine;

import static java.util.Objects.requireNonNull;

import io.holdfast.Holdfast;
import io.holdfast.LockListener;
import io.holdfast.LockOptions;
import io.holdfast.LockStore;
import io.holdfast.StoreConfigurationException;
import io.holdfast.spi.ClaimStore;
import io.holdfast.spi.StoreProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Builds clients; found as a service by {@link Holdfast#builder()}, so that the API need not know the engine. */
public final class EngineBuilder implements Holdfast.Builder {

    private @Nullable LockStore store;
    private String application = "";
    private LockOptions defaults = LockOptions.defaults();
    private @Nullable Executor executor;
    private final List<LockListener> listeners = new ArrayList<>();
    private boolean lazy;

    /** For the service loader. */
    public EngineBuilder() {}

    @Override
    public Holdfast.Builder store(String uri) {
        return store(find(requireNonNull(uri, "uri")));
    }

    @Override
    public Holdfast.Builder store(LockStore store) {
        this.store = requireNonNull(store, "store");
        return this;
    }

    @Override
    public Holdfast.Builder application(String name) {
        this.application = requireNonNull(name, "name");
        return this;
    }

    @Override
    public Holdfast.Builder defaults(LockOptions options) {
        this.defaults = requireNonNull(options, "options");
        return this;
    }

    @Override
    public Holdfast.Builder executor(Executor executor) {
        this.executor = requireNonNull(executor, "executor");
        return this;
    }

    @Override
    public Holdfast.Builder listener(LockListener listener) {
        this.listeners.add(requireNonNull(listener, "listener"));
        return this;
    }

    @Override
    public Holdfast.Builder lazy() {
        this.lazy = true;
        return this;
    }

    @Override
    public Holdfast build() {
        if (store == null) {
            throw new StoreConfigurationException(
                    null, "No store was given: call store(uri) or store(store) before build().", null);
        }
        if (!(store instanceof ClaimStore claimStore)) {
            throw new StoreConfigurationException(
                    null, "The store " + store.description() + " does not implement io.holdfast.spi.ClaimStore.", null);
        }
        SystemEnvironment system = new SystemEnvironment(executor);
        Engine engine;
        try {
            engine = new Engine(claimStore, application, defaults, listeners, system.environment(), system::close);
        } catch (RuntimeException | Error e) {
            system.close();
            throw e;
        }
        if (!lazy) {
            try {
                engine.awaitReady();
            } catch (RuntimeException | Error e) {
                engine.close();
                throw e;
            }
        }
        return engine;
    }

    private static ClaimStore find(String uri) {
        int colon = uri.indexOf(':');
        String scheme = colon < 0 ? "" : uri.substring(0, colon).toLowerCase(Locale.ROOT);
        TreeSet<String> known = new TreeSet<>();
        for (StoreProvider provider : ServiceLoader.load(StoreProvider.class, providerLoader())) {
            if (provider.schemes().contains(scheme)) {
                return provider.store(uri);
            }
            known.addAll(provider.schemes());
        }
        // The URI itself may carry a password.
        String problem = colon < 0
                ? "A store's URI starts with a scheme and a colon, such as memory: or redis://host."
                : "No store on the class path knows URIs that start with '" + scheme
                        + ":'. Is the store's module missing? It would be called something like holdfast-" + scheme
                        + ".";
        throw new StoreConfigurationException(null, problem + " Known here: " + String.join(", ", known) + ".", null);
    }

    private static ClassLoader providerLoader() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return context != null ? context : EngineBuilder.class.getClassLoader();
    }
}
