package io.holdfast.etcd;

import io.holdfast.spi.ClaimStore;
import io.holdfast.spi.StoreProvider;
import java.util.Set;

/**
 * Makes stores from URIs: {@code etcd://user:password@host:2379,host2:2379/prefix}, or {@code etcds://…} with TLS. User,
 * password, port and prefix may be left out.
 *
 * <p>Options:
 *
 * <ul>
 *   <li>{@code commandTimeout}: how long a request may take, such as {@code 500ms} or {@code 2s}; {@code 3s}
 *   <li>{@code connectTimeout}: how long the first connection may take; {@code 10s}
 *   <li>{@code ca}: a file with the certificates to trust; those that Java trusts
 *   <li>{@code cert}, {@code key}: files with the client's certificate and its key
 *   <li>{@code authority}: the name that the servers' certificates have, if it is not the host's
 * </ul>
 */
public final class EtcdStoreProvider implements StoreProvider {

    /** For {@link java.util.ServiceLoader}. */
    public EtcdStoreProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of("etcd", "etcds");
    }

    @Override
    public ClaimStore store(String uri) {
        return EtcdStore.of(EtcdUri.parse(uri));
    }
}
