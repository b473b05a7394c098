package io.holdfast.zookeeper;

import io.holdfast.StoreConfigurationException;
import io.holdfast.spi.Capabilities;
import io.holdfast.spi.Capabilities.Feature;
import io.holdfast.spi.ClaimStore;
import io.holdfast.spi.SessionContext;
import io.holdfast.spi.StoreSession;
import io.holdfast.spi.line.LineSession;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.imps.CuratorFrameworkState;
import org.apache.zookeeper.data.ACL;

/**
 * Locks in Apache ZooKeeper.
 *
 * <pre>{@code
 * CuratorFramework curator = …;                                            // the one you have already, started
 * try (Holdfast holdfast = Holdfast.open(ZooKeeperStore.of(curator))) {
 *     …
 * }
 * }</pre>
 *
 * <p>The CuratorFramework stays yours, and its session is shared, though no two locks share an owner. Without one at hand,
 * {@code Holdfast.open("zookeeper://host1:2181,host2:2181")} makes a connection of its own: see
 * {@link ZooKeeperStoreProvider}.
 *
 * <p>Claims live by the session: those of a client that died go when its session ends. A holder stops before that, half a
 * session's time after it was last heard of at the latest.
 */
public final class ZooKeeperStore implements ClaimStore {

    private static final Duration LONGEST_LEASE = Duration.ofDays(365);

    private final String description;
    private final Settings settings;
    private final String namespace;
    private final Supplier<CuratorFramework> curator;
    private final boolean owned;

    ZooKeeperStore(
            String description,
            Settings settings,
            String namespace,
            Supplier<CuratorFramework> curator,
            boolean owned) {
        this.description = description;
        this.settings = settings;
        this.namespace = namespace;
        this.curator = curator;
        this.owned = owned;
    }

    /**
     * {@return a store on a CuratorFramework that you have}
     *
     * @param curator is started already, and stays yours; its namespace counts
     * @throws StoreConfigurationException if it is not started
     */
    public static ZooKeeperStore of(CuratorFramework curator) {
        return builder(curator).build();
    }

    /**
     * {@return a way to say more about a store on a CuratorFramework that you have}
     *
     * @param curator is started already, and stays yours; its namespace counts
     * @throws StoreConfigurationException if it is not started
     */
    public static Builder builder(CuratorFramework curator) {
        return new Builder(curator);
    }

    @Override
    public String description() {
        return description;
    }

    @Override
    public Capabilities capabilities() {
        return new Capabilities(
                EnumSet.of(
                        Feature.FIFO,
                        Feature.SIGNALS,
                        Feature.SHARED,
                        Feature.DOWNGRADE,
                        Feature.PERMITS,
                        Feature.NOTES,
                        Feature.ACROSS_PROCESSES),
                Duration.ofMillis(1),
                // A session that was lost is found to be at the next of the server's ticks.
                settings.sessionTimeout().plus(settings.sessionTimeout().dividedBy(2)),
                LONGEST_LEASE,
                settings.silence());
    }

    @Override
    public String whyNot(Feature feature) {
        return switch (feature) {
            case RESIZE ->
                "In ZooKeeper who holds a permit follows from who stands in line, and a smaller number would take it"
                        + " away: use another name for a semaphore of another size.";
            case TOGETHER -> "In ZooKeeper locks are taken one after the other.";
            default -> "";
        };
    }

    @Override
    public StoreSession connect(SessionContext context) {
        return new LineSession(
                new ZooKeeperLines(
                        curator.get(),
                        owned,
                        context,
                        settings,
                        new Paths(namespace + settings.base()),
                        new Failures(description)),
                context,
                settings.silence());
    }

    /** Says what a store on a CuratorFramework of the application's is like. */
    public static final class Builder {

        private final CuratorFramework curator;
        private Settings settings = Settings.DEFAULTS;

        private Builder(CuratorFramework curator) {
            this.curator = Objects.requireNonNull(curator, "curator");
            if (curator.getState() != CuratorFrameworkState.STARTED) {
                throw new StoreConfigurationException(
                        null,
                        "The CuratorFramework is not started: call its start() before it is used for locks.",
                        null);
            }
        }

        /**
         * Sets the node below which everything is; {@code /holdfast} if nothing else is said. All who are to exclude each
         * other must agree on it. It is created if it is missing.
         *
         * @param path the path of the node
         * @return this
         * @throws IllegalArgumentException if it is not a path
         */
        public Builder base(String path) {
            settings = settings.withBase(path);
            return this;
        }

        /**
         * Sets the time-out of the session, which the CuratorFramework has been given and the server has agreed to; 20
         * seconds if nothing else is said. It is an error if the session has less. Holders can be lost after half of it.
         *
         * @param timeout the time
         * @return this
         * @throws IllegalArgumentException if it is not between a millisecond and half an hour
         */
        public Builder sessionTimeout(Duration timeout) {
            settings = settings.withSessionTimeout(timeout);
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
         * Sets how long the first connection may take when a {@code Holdfast} is opened; ten seconds if nothing else is
         * said.
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
         * Sets who may do what with the nodes; everybody everything if nothing else is said.
         *
         * @param acl what each node gets
         * @return this
         */
        public Builder acl(List<ACL> acl) {
            settings = settings.withAcl(acl);
            return this;
        }

        /**
         * {@return the store}
         */
        public ZooKeeperStore build() {
            CuratorFramework client = curator;
            String namespace = client.getNamespace();
            return new ZooKeeperStore(
                    "ZooKeeper (a CuratorFramework of the application's)",
                    settings,
                    namespace == null || namespace.isEmpty() ? "" : "/" + namespace,
                    () -> client,
                    false);
        }
    }
}
