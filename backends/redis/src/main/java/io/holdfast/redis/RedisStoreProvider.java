package io.holdfast.redis;

import io.holdfast.spi.ClaimStore;
import io.holdfast.spi.StoreProvider;
import java.util.Set;

/**
 * Makes Redis stores from URIs.
 *
 * <ul>
 *   <li>{@code redis://[[user:]password@]host[:port][/database][?options]}: one server
 *   <li>{@code redis-sentinel://[[user:]password@]host[:port],…[/database][?options]#master}: the master that Sentinels
 *       know by that name; user and password are those of the master, the hosts are the Sentinels
 *   <li>{@code redis-replica://[[user:]password@]host[:port],…[/database][?options]}: a master and its replicas, in any
 *       order; locks are on the master only
 *   <li>{@code redis-cluster://[[user:]password@]host[:port],…[?options]}: a Cluster, of which some nodes are named
 *   <li>{@code redlock://[[user:]password@]host[:port],…[/database][?options]}: a quorum of masters that know nothing of
 *       each other; all of them are named
 * </ul>
 *
 * <p>Each is for TLS with {@code rediss} in the place of {@code redis}, or {@code redlocks}. User and password are percent-encoded where they
 * have special characters.
 *
 * <p>The options, each {@code name=value}, with {@code &} between them:
 *
 * <ul>
 *   <li>{@code prefix}: what every lock's key starts with; {@code lock:} if nothing else is said
 *   <li>{@code commandTimeout}: how long a request may take, such as {@code 500ms} or {@code 2s}; one second
 *   <li>{@code connectTimeout}: how long connecting may take; two seconds
 *   <li>{@code wait}: how many replicas must have a grant or a renewal before it counts: {@code none}, a number, or
 *       {@code majority}; {@code none}
 *   <li>{@code mixedUse}: {@code true} if others than Holdfast poll for the same keys: a release then deletes the lock
 *       instead of handing it over
 *   <li>{@code verifyPeer}: for {@code rediss}, how to look at the server's certificate: {@code FULL}, {@code CA} or
 *       {@code NONE}; {@code FULL}
 *   <li>{@code caFile}: for {@code rediss}, a PEM file with the certificates to trust, instead of those that Java trusts;
 *       a certificate that is signed by itself can stand there
 *   <li>{@code clientName}: how the connections are called in the server's client list
 *   <li>{@code sentinelUser}, {@code sentinelPassword}: for Sentinels that ask for them
 *   <li>{@code nodeTimeout}, {@code retryDelay} (such as {@code 50ms-250ms}), {@code tries}, {@code failFast},
 *       {@code drift}: for a quorum; see {@link RedlockStore.Builder}
 * </ul>
 */
public final class RedisStoreProvider implements StoreProvider {

    /** For {@link java.util.ServiceLoader}. */
    public RedisStoreProvider() {}

    @Override
    public Set<String> schemes() {
        return Deployment.schemes();
    }

    @Override
    public ClaimStore store(String uri) {
        RedisUris parsed = RedisUris.parse(uri);
        if (parsed.deployment() == Deployment.QUORUM) {
            return RedlockStore.of(parsed, parsed.quorum());
        }
        Settings settings = parsed.settings();
        String description = "Redis at " + parsed.place();
        Access.Opening opening = parsed.deployment() == Deployment.CLUSTER
                ? context -> Access.cluster(OwnClient.cluster(parsed), settings, description, context)
                : context -> Access.server(OwnClient.connector(parsed), settings, description, context);
        return new RedisStore(description, settings, opening);
    }
}
