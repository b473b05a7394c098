package io.holdfast.redis;

import io.holdfast.spi.Capabilities;
import io.holdfast.spi.Capabilities.Feature;
import io.holdfast.spi.ClaimStore;
import io.holdfast.spi.SessionContext;
import io.holdfast.spi.StoreSession;
import io.holdfast.spi.StoreUri;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Locks on a majority of several Redis masters that know nothing of each other (the Redlock algorithm), with fencing tokens.
 *
 * <pre>{@code
 * try (Holdfast holdfast = Holdfast.open(RedlockStore.of(List.of(one, two, three)))) {      // RedisClients that you have
 *     …
 * }
 * }</pre>
 *
 * <p>The clients stay yours. Without clients at hand, {@code Holdfast.open("redlock://a:6379,b:6379,c:6379")} makes one of
 * its own: see {@link RedisStoreProvider}.
 *
 * <p>A lock is held while a majority of all the nodes that were named carries it. A minority of them may be down. First
 * come, first served is not promised on a quorum, and there are no permits: {@code docs/redlock.md} says why, and what is
 * assumed of the nodes.
 */
public final class RedlockStore implements ClaimStore {

    static final String NO_PERMITS =
            "A quorum has no permits: majorities of nodes that each count to n do not have to be"
                    + " the same nodes, so that together they could give out more than n. Use a semaphore on one server, or n locks.";

    private static final Capabilities CAPABILITIES = new Capabilities(
            EnumSet.of(Feature.SHARED, Feature.NOTES, Feature.ACROSS_PROCESSES),
            Duration.ofMillis(1),
            Duration.ZERO,
            QuorumSettings.LONGEST_LEASE);

    /**
     * Connections for one session.
     *
     * @param connectors how to connect to each node, by what it is called
     * @param close what to do in the end
     */
    record Opened(Map<String, Connector> connectors, Runnable close) {}

    private final String description;
    private final QuorumSettings settings;
    private final Supplier<Opened> opening;

    RedlockStore(String description, QuorumSettings settings, Supplier<Opened> opening) {
        this.description = description;
        this.settings = settings;
        this.opening = opening;
    }

    /**
     * {@return a store on clients that you have}
     *
     * @param clients one for each master, which knows its server; they stay yours
     */
    public static RedlockStore of(List<RedisClient> clients) {
        return builder(clients).build();
    }

    /**
     * {@return a way to say more about a store on clients that you have}
     *
     * @param clients one for each master; they stay yours
     */
    public static Builder builder(List<RedisClient> clients) {
        return new Builder(clients);
    }

    static RedlockStore of(RedisUris uris, QuorumSettings settings) {
        Set<String> addresses = new HashSet<>();
        for (RedisURI server : uris.servers()) {
            if (!addresses.add(NodeAddress.of(server).toString())) {
                throw StoreUri.wrong("it names " + NodeAddress.of(server) + " twice, which would vote twice");
            }
        }
        return new RedlockStore("Redlock at " + uris.place(), settings, () -> {
            ClusterClient client = OwnClient.cluster(uris);
            Map<String, Connector> connectors = new LinkedHashMap<>();
            for (RedisURI server : uris.servers()) {
                connectors.put(NodeAddress.of(server).toString(), client.connector(server));
            }
            return new Opened(connectors, client::close);
        });
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
    public String whyNot(Feature feature) {
        return feature == Feature.PERMITS ? NO_PERMITS : "";
    }

    @Override
    public StoreSession connect(SessionContext context) {
        Opened opened = opening.get();
        return new QuorumSession(description, opened.connectors(), settings, context, opened.close());
    }

    /** Says what a store on clients of the application's is like. */
    public static final class Builder {

        private final List<RedisClient> clients;
        private QuorumSettings settings = QuorumSettings.DEFAULTS;

        private Builder(List<RedisClient> clients) {
            this.clients = List.copyOf(clients);
            if (clients.isEmpty()) {
                throw new IllegalArgumentException("A quorum has one node at least");
            }
        }

        /**
         * Sets what every lock's key starts with; {@code lock:} if nothing else is said. All who are to exclude each
         * other must agree on it.
         *
         * @param prefix the start of the keys
         * @return this
         * @throws IllegalArgumentException if it starts with a tilde, or with a brace that is no hash tag
         */
        public Builder prefix(String prefix) {
            settings = settings.withCommon(settings.common().withPrefix(prefix));
            return this;
        }

        /**
         * Sets how long to wait for one node's vote; if nothing else is said, a 200th of the lease, but from 5 to 50
         * milliseconds.
         *
         * @param timeout the time
         * @return this
         * @throws IllegalArgumentException if it is not between a millisecond and a minute
         */
        public Builder nodeTimeout(Duration timeout) {
            settings = settings.withNodeTimeout(timeout);
            return this;
        }

        /**
         * Sets how long a release or a renewal may take on one node; one second if nothing else is said.
         *
         * @param timeout the time
         * @return this
         * @throws IllegalArgumentException if it is not between a millisecond and a minute
         */
        public Builder commandTimeout(Duration timeout) {
            settings = settings.withCommon(settings.common().withCommandTimeout(timeout));
            return this;
        }

        /**
         * Sets how long connecting to a node may take; two seconds if nothing else is said.
         *
         * @param timeout the time
         * @return this
         * @throws IllegalArgumentException if it is not between a millisecond and a minute
         */
        public Builder connectTimeout(Duration timeout) {
            settings = settings.withCommon(settings.common().withConnectTimeout(timeout));
            return this;
        }

        /**
         * Sets how long one who waits pauses before it asks again: at random between these, or less if it is told that
         * the lock is free; 50 to 250 milliseconds if nothing else is said.
         *
         * @param shortest how long at least
         * @param longest how long at most
         * @return this
         * @throws IllegalArgumentException if these are not between a millisecond and a minute, in that order
         */
        public Builder retryDelay(Duration shortest, Duration longest) {
            settings = settings.withDelay(shortest, longest);
            return this;
        }

        /**
         * Sets how often one request asks when the votes were split between several who asked at once, before it says
         * that the lock is busy; 3 if nothing else is said.
         *
         * @param tries how often, from 1 to 10
         * @return this
         * @throws IllegalArgumentException if it is not
         */
        public Builder tries(int tries) {
            settings = settings.withTries(tries);
            return this;
        }

        /**
         * Sets whether a request ends as soon as there can be no majority for it, as it does if nothing else is said, or
         * hears all nodes first, so that an error tells of each.
         *
         * @param failFast whether it does
         * @return this
         */
        public Builder failFast(boolean failFast) {
            settings = settings.withFailFast(failFast);
            return this;
        }

        /**
         * Sets what is taken off the validity of a lease because clocks run differently fast, as a part of it; 0.01 if
         * nothing else is said, and 2 milliseconds in any case.
         *
         * @param part from 0.01 to 0.5
         * @return this
         * @throws IllegalArgumentException if it is not
         */
        public Builder drift(double part) {
            settings = settings.withDrift(part);
            return this;
        }

        /** {@return the store} */
        public RedlockStore build() {
            List<RedisClient> nodes = clients;
            return new RedlockStore("Redlock (" + nodes.size() + " clients of the application's)", settings, () -> {
                Map<String, Connector> connectors = new LinkedHashMap<>();
                nodes.forEach(client -> connectors.put(
                        "node " + (connectors.size() + 1), new ServerConnector(client, List.of(), () -> {})));
                return new Opened(connectors, () -> {});
            });
        }
    }
}
