package io.holdfast.redis;

import io.holdfast.spi.Capabilities;
import io.holdfast.spi.Capabilities.Feature;
import io.holdfast.spi.ClaimStore;
import io.holdfast.spi.SessionContext;
import io.holdfast.spi.StoreSession;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;

/**
 * Locks in Redis.
 *
 * <pre>{@code
 * RedisClient client = RedisClient.create("redis://localhost:6379");       // the one you have already
 * try (Holdfast holdfast = Holdfast.open(RedisStore.of(client))) {
 *     …
 * }
 * }</pre>
 *
 * <p>The client stays yours: it is neither closed nor reconfigured, only two connections are opened on it for each
 * {@code Holdfast} and closed with that. Without a client at hand, {@code Holdfast.open("redis://localhost:6379")} makes
 * one of its own: see {@link RedisStoreProvider}.
 *
 * <p>A mutex is the string {@code <prefix><name>} that every language knows, with a time to live: whoever sets such a key
 * with {@code SET key value NX PX time} excludes, and is excluded by, Holdfast. A read/write lock or a semaphore is a
 * sorted set of that name. Beside it stand a queue of those who wait and the lock's last token, each with a time to live
 * of its own.
 */
public final class RedisStore implements ClaimStore {

    private static final Capabilities CAPABILITIES = new Capabilities(
            EnumSet.of(
                    Feature.FIFO,
                    Feature.SIGNALS,
                    Feature.SHARED,
                    Feature.DOWNGRADE,
                    Feature.PERMITS,
                    Feature.RESIZE,
                    Feature.NOTES,
                    Feature.TOGETHER,
                    Feature.ACROSS_PROCESSES),
            Duration.ofMillis(1),
            Duration.ZERO,
            Duration.ofDays(365));

    private final String description;
    private final Settings settings;
    private final Access.Opening opening;

    RedisStore(String description, Settings settings, Access.Opening opening) {
        this.description = description;
        this.settings = settings;
        this.opening = opening;
    }

    /**
     * {@return a store on a client that you have}
     *
     * @param client the client, which knows its server; it stays yours
     */
    public static RedisStore of(RedisClient client) {
        return builder(client).build();
    }

    /**
     * {@return a way to say more about a store on a client that you have}
     *
     * @param client the client; it stays yours
     */
    public static Builder builder(RedisClient client) {
        return new Builder(client);
    }

    /**
     * {@return a store on a client of a Cluster that you have}
     *
     * @param client the client, which knows its nodes; it stays yours
     */
    public static RedisStore of(RedisClusterClient client) {
        return builder(client).build();
    }

    /**
     * {@return a way to say more about a store on a client of a Cluster that you have}
     *
     * @param client the client; it stays yours
     */
    public static Builder builder(RedisClusterClient client) {
        return new Builder(client);
    }

    @Override
    public String description() {
        return description;
    }

    @Override
    public Capabilities capabilities() {
        return CAPABILITIES;
    }

    @Override
    public StoreSession connect(SessionContext context) {
        return new RedisSession(opening.open(context), settings, context);
    }

    /** Says what a store on a client of the application's is like. */
    public static final class Builder {

        private final AbstractRedisClient client;
        private List<RedisURI> servers = List.of();
        private Settings settings = Settings.DEFAULTS;

        private Builder(AbstractRedisClient client) {
            this.client = Objects.requireNonNull(client, "client");
        }

        /**
         * Sets where to connect to, if that is not where the client was made for: one server, or one URI that names
         * Sentinels, or several servers that are replicas of each other, in any order; locks are on the master only.
         *
         * <p>For a client of a Cluster: some of its nodes. That is needed if they ask for a password or speak TLS, since
         * Lettuce does not tell what its client was made with.
         *
         * @param servers the servers
         * @return this
         */
        public Builder servers(RedisURI... servers) {
            this.servers = List.of(servers);
            return this;
        }

        /**
         * Sets what every lock's key starts with; {@code lock:} if nothing else is said. All who are to exclude each
         * other must agree on it.
         *
         * @param prefix the start of the keys; with a hash tag such as <code>{app}:</code> all locks are in one slot of a
         *     cluster
         * @return this
         * @throws IllegalArgumentException if it starts with a tilde, or with a brace that is no hash tag
         */
        public Builder prefix(String prefix) {
            settings = settings.withPrefix(prefix);
            return this;
        }

        /**
         * Sets how long a request may take before its outcome counts as unknown; one second if nothing else is said.
         *
         * @param timeout the time
         * @return this
         * @throws IllegalArgumentException if it is not between a millisecond and a minute
         */
        public Builder commandTimeout(Duration timeout) {
            settings = settings.withCommandTimeout(timeout);
            return this;
        }

        /**
         * Sets how long connecting may take when a {@code Holdfast} is opened; two seconds if nothing else is said.
         *
         * @param timeout the time
         * @return this
         * @throws IllegalArgumentException if it is not between a millisecond and a minute
         */
        public Builder connectTimeout(Duration timeout) {
            settings = settings.withConnectTimeout(timeout);
            return this;
        }

        /**
         * Sets how many replicas must have a grant or a renewal before it counts (by {@code WAIT}); none if nothing else
         * is said. It makes it less likely that a failover forgets a lock, and does not rule it out.
         *
         * @param replicas how many
         * @return this
         * @throws IllegalArgumentException if it is negative, or more than 100
         */
        public Builder waitForReplicas(int replicas) {
            if (replicas < 0) {
                throw new IllegalArgumentException("The number of replicas to wait for is negative: " + replicas);
            }
            settings = settings.withReplicas(replicas);
            return this;
        }

        /**
         * Has a grant or a renewal count only when as many replicas have it as make a majority with the master. How many
         * there should be is known of Sentinels, of several {@link #servers}, and of a Cluster.
         *
         * @return this
         */
        public Builder waitForMajority() {
            settings = settings.withReplicas(Settings.MAJORITY);
            return this;
        }

        /**
         * Has a release delete the lock instead of handing it to the next who waits, so that others who poll for the same
         * key, and have no place in the queue, get their chance as well.
         *
         * @return this
         */
        public Builder mixedUse() {
            settings = settings.withMixedUse(true);
            return this;
        }

        /**
         * {@return the store}
         *
         * @throws IllegalStateException if a majority is to be waited for, and of what is not known
         */
        public RedisStore build() {
            List<RedisURI> chosen = servers;
            Settings all = settings;
            if (client instanceof RedisClusterClient cluster) {
                String description = chosen.isEmpty()
                        ? "Redis Cluster (a client of the application's)"
                        : "Redis at " + RedisUris.place(Deployment.CLUSTER, chosen);
                return new RedisStore(
                        description,
                        all,
                        context -> Access.cluster(ClusterClient.like(cluster, chosen), all, description, context));
            }
            boolean counted = chosen.size() > 1
                    || (chosen.size() == 1 && !chosen.get(0).getSentinels().isEmpty());
            if (settings.replicas() == Settings.MAJORITY && !counted) {
                throw new IllegalStateException(
                        "A majority of what? Name the servers, or the Sentinels, with servers(…),"
                                + " or say how many replicas to wait for");
            }
            String description = chosen.isEmpty()
                    ? "Redis (a client of the application's)"
                    : "Redis at "
                            + RedisUris.place(chosen.size() == 1 ? Deployment.SINGLE : Deployment.REPLICA, chosen);
            RedisClient one = (RedisClient) client;
            return new RedisStore(
                    description,
                    all,
                    context -> Access.server(new ServerConnector(one, chosen, () -> {}), all, description, context));
        }
    }
}
