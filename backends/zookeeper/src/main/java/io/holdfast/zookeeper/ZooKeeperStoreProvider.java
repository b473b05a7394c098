package io.holdfast.zookeeper;

import io.holdfast.spi.ClaimStore;
import io.holdfast.spi.StoreProvider;
import java.util.Set;

/**
 * Makes stores from URIs, each client with a connection of its own:
 * {@code zookeeper://user:password@host1:2181,host2:2181/base/node?options}. The path is the node below which everything is,
 * {@code /holdfast} if there is none; it is created if it is missing. With a user, the nodes are for that user alone.
 *
 * <ul>
 *   <li>{@code sessionTimeout}: after what silence of a client its claims go; {@code 20s}. The server has its limits, 2 and 20
 *       of its ticks: it is an error if it gives less
 *   <li>{@code commandTimeout}: how long a request may take, such as {@code 500ms} or {@code 2s}; {@code 3s}
 *   <li>{@code connectTimeout}: how long the first connection may take; {@code 10s}
 *   <li>{@code acl}: {@code open} to let everybody use the nodes though a user is given; {@code creator} not to
 * </ul>
 */
public final class ZooKeeperStoreProvider implements StoreProvider {

    /** For {@link java.util.ServiceLoader}. */
    public ZooKeeperStoreProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of("zookeeper");
    }

    @Override
    public ClaimStore store(String uri) {
        return ZooKeeperUri.parse(uri).store();
    }
}
