package io.holdfast.redis;

import io.holdfast.spi.ClaimStore;
import io.holdfast.spi.StoreProvider;
import java.util.Set;

/**
 * Makes Redis stores from URIs: {@code redis://[[user:]password@]host[:port][/database][?options]}, and {@code rediss://}
 * for the same over TLS. User and password are percent-encoded where they have special characters.
 *
 * <p>The options, each {@code name=value}, with {@code &} between them:
 *
 * <ul>
 *   <li>{@code prefix}: what every lock's key starts with; {@code lock:} if nothing else is said
 *   <li>{@code commandTimeout}: how long a request may take, such as {@code 500ms} or {@code 2s}; one second
 *   <li>{@code connectTimeout}: how long connecting may take; two seconds
 *   <li>{@code verifyPeer}: for {@code rediss}, how to look at the server's certificate: {@code FULL}, {@code CA} or
 *       {@code NONE}; {@code FULL}
 *   <li>{@code caFile}: for {@code rediss}, a PEM file with the certificates to trust, instead of those that Java trusts;
 *       a certificate that is signed by itself can stand there
 *   <li>{@code clientName}: how the connections are called in the server's client list
 * </ul>
 */
public final class RedisStoreProvider implements StoreProvider {

    /** For {@link java.util.ServiceLoader}. */
    public RedisStoreProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of("redis", "rediss");
    }

    @Override
    public ClaimStore store(String uri) {
        RedisUris parsed = RedisUris.parse(uri);
        return new RedisStore(
                "Redis at " + RedisUris.place(parsed.server()), parsed.settings(), () -> new OwnClient(parsed));
    }
}
