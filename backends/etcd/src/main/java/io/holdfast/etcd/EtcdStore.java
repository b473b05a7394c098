package io.holdfast.etcd;

import io.etcd.jetcd.Client;
import io.etcd.jetcd.ClientBuilder;
import io.holdfast.spi.Capabilities;
import io.holdfast.spi.Capabilities.Feature;
import io.holdfast.spi.ClaimStore;
import io.holdfast.spi.Environment;
import io.holdfast.spi.SessionContext;
import io.holdfast.spi.StoreSession;
import io.holdfast.spi.line.LineSession;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Objects;
import java.util.function.Function;

/**
 * Locks in etcd.
 *
 * <pre>{@code
 * try (Holdfast holdfast = Holdfast.open("etcd://10.0.0.1,10.0.0.2,10.0.0.3")) {
 *     …
 * }
 * }</pre>
 *
 * <p>That has a connection of its own: see {@link EtcdStoreProvider}. {@link #of(Client)} takes a client that you have. It
 * stays yours, but its own settings decide how long it tries: a request that it still sends after Holdfast's time-out is
 * cleaned up when it is answered.
 *
 * <p>A claim is a key under an etcd lease, and the line is the order of their create revisions. A majority of the servers has
 * to agree on each, so that no failure of a minority gives a lock to two.
 */
public final class EtcdStore implements ClaimStore {

    private static final Duration LONGEST = Duration.ofDays(365);

    private static final Capabilities CAPABILITIES = new Capabilities(
            EnumSet.of(
                    Feature.FIFO,
                    Feature.SIGNALS,
                    Feature.SHARED,
                    Feature.DOWNGRADE,
                    Feature.PERMITS,
                    Feature.NOTES,
                    Feature.ACROSS_PROCESSES),
            Duration.ofMillis(1),
            // Whole seconds, what is kept in reserve, and when etcd looks for leases that are over.
            Duration.ofSeconds(4),
            LONGEST);

    private final String description;
    private final Settings settings;
    private final Function<Environment, Connection> opening;

    private EtcdStore(String description, Settings settings, Function<Environment, Connection> opening) {
        this.description = description;
        this.settings = settings;
        this.opening = opening;
    }

    /**
     * {@return a store by a client that you have}
     *
     * @param client the client; it stays yours
     */
    public static EtcdStore of(Client client) {
        return builder(client).build();
    }

    /**
     * {@return a way to say more about a store by a client that you have}
     *
     * @param client the client; it stays yours
     */
    public static Builder builder(Client client) {
        return new Builder(client);
    }

    static EtcdStore of(EtcdUri uri) {
        ClientBuilder recipe = uri.client();
        Settings settings = uri.settings();
        Failures failures = new Failures(uri.description(), settings.prefix());
        return new EtcdStore(
                uri.description(),
                settings,
                environment -> Connection.open(recipe, settings.commandTimeout(), failures, environment));
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
        return switch (feature) {
            case RESIZE ->
                "In etcd each claim carries the number of permits that it reckons with: have nobody use the semaphore for a"
                        + " moment, or use another name for the new number.";
            case TOGETHER -> "Acquire the locks one after the other, everywhere in the same order.";
            default -> "";
        };
    }

    @Override
    public StoreSession connect(SessionContext context) {
        return session(lines(context), context);
    }

    EtcdLines lines(SessionContext context) {
        return new EtcdLines(opening.apply(context.environment()), settings, context.environment());
    }

    static StoreSession session(EtcdLines lines, SessionContext context) {
        return new LineSession(lines, context, LONGEST);
    }

    /** Says what a store by a client of the application's is like. */
    public static final class Builder {

        private final Client client;
        private Settings settings = Settings.DEFAULTS;

        private Builder(Client client) {
            this.client = Objects.requireNonNull(client, "client");
        }

        /**
         * Sets what all keys start with; {@code holdfast} if nothing else is said. All who are to exclude each other must
         * agree on it. A namespace of the client's comes before it.
         *
         * @param prefix one or more words of letters, digits and {@code _.:-}, with slashes between them
         * @return this
         * @throws IllegalArgumentException if it is something else
         */
        public Builder prefix(String prefix) {
            settings = settings.withPrefix(prefix);
            return this;
        }

        /**
         * Sets how long a request may take before its outcome counts as unknown; three seconds if nothing else is said.
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
         * Sets how long the first answer may take when a {@code Holdfast} is opened; ten seconds if nothing else is said.
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
         * {@return the store}
         */
        public EtcdStore build() {
            String description = "etcd (a client of the application's)";
            Failures failures = new Failures(description, settings.prefix());
            return new EtcdStore(description, settings, environment -> Connection.of(client, failures, environment));
        }
    }
}
