package io.holdfast.memory;

import io.holdfast.StoreConfigurationException;
import io.holdfast.spi.ClaimStore;
import io.holdfast.spi.StoreProvider;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Makes in-memory stores: {@code memory:} is a new one each time, {@code memory:name} is one and the same for all who
 * name it in this JVM, for as long as the JVM lives.
 */
public final class MemoryStoreProvider implements StoreProvider {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

    private static final Map<String, MemoryStore> SHARED = new ConcurrentHashMap<>();

    /** For {@link java.util.ServiceLoader}. */
    public MemoryStoreProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of("memory");
    }

    @Override
    public ClaimStore store(String uri) {
        String name = uri.substring(uri.indexOf(':') + 1);
        if (name.isEmpty()) {
            return MemoryStore.create();
        }
        if (!NAME.matcher(name).matches()) {
            throw new StoreConfigurationException(
                    null,
                    "This is not the URI of an in-memory store: write 'memory:' for a store of its own, or 'memory:name'"
                            + " for one shared within this JVM, with a name of letters, digits, '.', '_' and '-'.",
                    null);
        }
        return SHARED.computeIfAbsent(name, MemoryStore::shared);
    }
}
