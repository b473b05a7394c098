package io.holdfast.simulation;

import io.holdfast.redis.SimulatedStores;
import io.holdfast.simulation.net.Network;
import io.holdfast.simulation.net.Node;
import io.holdfast.simulation.server.KeyView;
import io.holdfast.simulation.server.Scripts;
import io.holdfast.simulation.server.Snapshot;
import io.holdfast.simulation.time.Machine;
import io.holdfast.simulation.time.VirtualTime;
import io.holdfast.spi.ClaimStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** The servers of a world. */
final class Fleet {

    /** For how long a node of a quorum that restarted has no vote. */
    static final Duration QUARANTINE = Duration.ofSeconds(60);

    /** For how long a former master keeps its connections, and refuses what comes on them. */
    private static final Duration LONGEST_AFTERGLOW = Duration.ofSeconds(2);

    private final Topology topology;
    private final VirtualTime time;
    private final RandomGenerator random;
    private final Scripts scripts;
    private final List<Node> nodes = new ArrayList<>();
    private Node master;

    Fleet(Topology topology, VirtualTime time, Network network, RandomGenerator random, Scripts scripts) {
        this.topology = topology;
        this.time = time;
        this.random = random;
        this.scripts = scripts;
        for (int i = 1; i <= topology.servers(); i++) {
            nodes.add(new Node(network, "node" + i, scripts));
        }
        this.master = nodes.get(0);
    }

    /** {@return all that there ever were} */
    List<Node> all() {
        return nodes;
    }

    /** {@return those that count now} */
    List<Node> present() {
        return topology.isOne ? List.of(master) : nodes;
    }

    Node any() {
        return topology.isOne ? master : nodes.get(random.nextInt(nodes.size()));
    }

    /** {@return the store of a client that runs on a machine} */
    ClaimStore store(Machine machine) {
        return topology.isOne
                ? SimulatedStores.single(machine, () -> master)
                : SimulatedStores.quorum(machine, nodes, QUARANTINE);
    }

    /**
     * A replica takes over that is a little behind, and the old master goes on for those who have not heard of it.
     *
     * @param lag how far it is behind, in nanoseconds
     * @param apart how long the old master goes on
     */
    void failOver(long lag, long apart) {
        Snapshot replicated = master.server().snapshot();
        time.after(lag, () -> {
            Node old = master;
            master = old.heir("node" + (nodes.size() + 1), scripts, replicated);
            nodes.add(master);
            time.after(apart, old::demote);
            time.after(apart + random.nextLong(LONGEST_AFTERGLOW.toNanos()), old::cut);
        });
    }

    /** All are up and well from now on. */
    void heal() {
        for (Node node : nodes) {
            node.wake();
            if (topology.isOne) {
                node.catchUp();
            }
            if (!node.isUp()) {
                node.restart(node.server().snapshot());
            }
        }
    }

    /** Tells of what is kept without an end. */
    void findEndless(Consumer<String> found) {
        for (Node node : nodes) {
            for (KeyView key : node.server().keys()) {
                if (key.ttlMillis() < 0) {
                    found.accept(key.key() + " on " + node + " has no time to live");
                }
            }
        }
    }

    /** Tells of who still holds or waits. On a quorum a few may not have heard of a release, and find out by themselves. */
    void findClaims(Consumer<String> found) {
        for (KeyView key : topology.isOne ? master.server().keys() : List.<KeyView>of()) {
            if (key.key().startsWith("lock:")
                    || key.key().endsWith(":queue")
                    || key.key().endsWith(":waiters")) {
                found.accept("nobody holds or waits, and there is " + key);
            }
        }
    }

    /** Tells of who is still connected. */
    void findConnections(Consumer<String> found) {
        for (Node node : nodes) {
            if (!node.wires().isEmpty()) {
                found.accept(node + " still has connections" + (node.hasSubscribers() ? " and subscribers" : ""));
            }
        }
    }

    /** Tells of whatever is kept. */
    void findKeys(Consumer<String> found) {
        for (Node node : nodes) {
            if (!node.server().keys().isEmpty()) {
                found.accept(node + " still has " + node.server().keys());
            }
        }
    }

    /** {@return for how long a lock is kept, in milliseconds; not positive if it is not there, or on several servers} */
    long keptFor(String lock) {
        return master.server().execute("PTTL", "lock:" + lock) instanceof Long millis ? millis : 0;
    }
}
