package io.holdfast.redis;

import io.holdfast.simulation.net.Node;
import io.holdfast.simulation.time.Machine;
import io.holdfast.spi.ClaimStore;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.NullMarked;

/** The way from a simulation to the Redis stores: all of them is real but Lettuce and what is behind it. */
@NullMarked
public final class SimulatedStores {

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private SimulatedStores() {}

    /**
     * {@return a store on one server, or on the master of several}
     *
     * @param machine where its client runs
     * @param master which server is the master at the moment
     */
    public static ClaimStore single(Machine machine, Supplier<Node> master) {
        Settings settings = Settings.DEFAULTS.withConnectTimeout(PATIENCE);
        return new RedisStore(
                "simulated Redis",
                settings,
                context -> Access.server(
                        new SimulatedConnector(machine, master, true), settings, "simulated Redis", context));
    }

    /**
     * {@return a store on a quorum}
     *
     * @param machine where its client runs
     * @param nodes the nodes
     * @param quarantine for how long a node that restarted has no vote
     */
    public static ClaimStore quorum(Machine machine, List<Node> nodes, Duration quarantine) {
        QuorumSettings settings = QuorumSettings.DEFAULTS.withQuarantine(quarantine);
        return new RedlockStore("simulated Redlock", settings, () -> {
            Map<String, Connector> connectors = new LinkedHashMap<>();
            for (Node node : nodes) {
                connectors.put(node.toString(), new SimulatedConnector(machine, () -> node, false));
            }
            return new RedlockStore.Opened(connectors, () -> {});
        });
    }
}
