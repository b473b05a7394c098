package io.holdfast.simulation;

import static io.holdfast.history.Event.Type.DIED;
import static io.holdfast.history.Event.Type.PAUSED;
import static io.holdfast.history.Event.Type.RESUMED;

import io.holdfast.history.Promises;
import io.holdfast.simulation.net.Network;
import io.holdfast.simulation.net.Node;
import io.holdfast.simulation.net.Wire;
import io.holdfast.simulation.server.SimulatedServer;
import io.holdfast.simulation.server.Snapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/** What goes wrong in a world: each world has its own choice of faults, so that some have few and some have all. */
final class Faults {

    /** What there is to go wrong. */
    enum Fault {
        PAUSE,
        CRASH,
        WALL,
        CUT,
        CUT_ALL,
        /** A connection dies without a word, as when a firewall forgets it. */
        SILENT_CUT,
        PART,
        STALL,
        RESTART,
        FLUSH_SCRIPTS,
        /** The server forgets all that it had. */
        FORGET,
        /** A replica takes over that is a little behind; the old master goes on for a while. */
        FAIL_OVER,
        STEP_FORWARD,
        STEP_BACK
    }

    /** What ends leases at a server before their time. */
    private static final Set<Fault> FORGETTING =
            Collections.unmodifiableSet(EnumSet.of(Fault.FORGET, Fault.FAIL_OVER, Fault.STEP_FORWARD, Fault.STEP_BACK));

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(12);
    private static final Duration LONGEST_PART = Duration.ofSeconds(8);
    private static final Duration LONGEST_STALL = Duration.ofSeconds(5);
    private static final Duration LONGEST_LAG = Duration.ofSeconds(2);

    /** Below the time for which a fence outlives its use, less what it leads the clock by. */
    private static final Duration LONGEST_STEP = Duration.ofMinutes(25);

    private final World world;
    private final RandomGenerator random;
    private final Topology topology;
    private final List<Fault> chosen;
    private final Set<Fault> struck = EnumSet.noneOf(Fault.class);
    private final Set<Node> stepped = new HashSet<>();

    Faults(World world, Topology topology) {
        this.world = world;
        this.random = world.random();
        this.topology = topology;
        Set<Fault> possible = EnumSet.allOf(Fault.class);
        // With what was issued forgotten and the clock set back, nothing is left to tell what was issued.
        if (random.nextBoolean()) {
            possible.remove(Fault.STEP_BACK);
        } else {
            possible.remove(Fault.FAIL_OVER);
            if (topology.isOne) {
                possible.remove(Fault.FORGET);
            }
        }
        if (topology != Topology.FAILOVER) {
            possible.remove(Fault.FAIL_OVER);
        }
        if (topology.isOne && random.nextBoolean()) {
            // Half of the worlds have none of what breaks exclusion, so that exclusion is looked at.
            possible.removeAll(FORGETTING);
        }
        chosen = new ArrayList<>(possible);
        chosen.removeIf(fault -> random.nextInt(3) == 0);
    }

    /** {@return what is promised, with the faults that there were} */
    Promises promises() {
        Promises promises = topology.promises();
        if (!isAny(FORGETTING)) {
            return promises;
        } else if (topology.isOne) {
            return promises.withoutExclusion();
        }
        // Nodes whose clocks are wrong have no vote, and those that restarted neither: together they may be too many.
        boolean few = isAny(EnumSet.of(Fault.STEP_FORWARD, Fault.STEP_BACK))
                && isAny(EnumSet.of(Fault.FORGET, Fault.RESTART));
        return few ? promises.withLosses().withoutService() : promises.withLosses();
    }

    private boolean isAny(Set<Fault> faults) {
        return struck.stream().anyMatch(faults::contains);
    }

    /** Draws how bad the network is. */
    Network.Weather drawWeather() {
        if (random.nextInt(4) == 0) {
            return Network.Weather.FINE;
        }
        return new Network.Weather(
                Duration.ofMillis(1 + random.nextInt(1_500)),
                random.nextInt(3) == 0 ? random.nextDouble() * 0.05 : 0,
                random.nextInt(3) == 0 ? random.nextDouble() * 0.1 : 0,
                random.nextInt(3) == 0 ? random.nextDouble() * 0.3 : 0,
                random.nextInt(3) == 0 ? random.nextDouble() * 0.3 : 0);
    }

    /** Something goes wrong. */
    void strike() {
        if (chosen.isEmpty()) {
            return;
        }
        Fault fault = chosen.get(random.nextInt(chosen.size()));
        Actor client = world.anyClient();
        Node node = world.fleet().any();
        struck.add(fault);
        world.trace().say(() -> fault + " " + client.name() + " " + node);
        switch (fault) {
            case PAUSE -> pause(client);
            case CRASH -> crash(client);
            case WALL -> {
                world.recorder().of(client.name(), PAUSED, "its wall clock is set");
                client.machine().moveWall(random.nextInt(4_000) - 2_000);
                world.recorder().of(client.name(), RESUMED, "");
            }
            case CUT -> anyWire(node).ifPresent(Wire::snap);
            case SILENT_CUT -> anyWire(node).ifPresent(Wire::goSilent);
            case CUT_ALL -> node.cut();
            case PART -> {
                int ways = 1 + random.nextInt(3);
                world.network().part(client.machine(), node, (ways & 1) != 0, (ways & 2) != 0, nanos(LONGEST_PART));
            }
            case STALL -> node.stall(nanos(LONGEST_STALL));
            case RESTART -> restart(node, node.server().snapshot());
            case FLUSH_SCRIPTS -> node.server().execute("SCRIPT", "FLUSH");
            case FORGET -> restart(node, SimulatedServer.empty());
            case FAIL_OVER -> world.fleet().failOver(nanos(LONGEST_LAG), nanos(LONGEST_STALL));
            case STEP_FORWARD -> step(node, 1);
            case STEP_BACK -> step(node, -1);
            default -> throw new IllegalStateException(fault.toString());
        }
    }

    private Optional<Wire> anyWire(Node node) {
        List<Wire> wires = node.wires();
        return wires.isEmpty() ? Optional.empty() : Optional.of(wires.get(random.nextInt(wires.size())));
    }

    private void pause(Actor client) {
        long nanos = nanos(LONGEST_PAUSE);
        world.recorder().of(client.name(), PAUSED, "");
        client.machine().pause(nanos);
        world.after(nanos, () -> {
            if (client.machine().isRunning()) {
                world.recorder().of(client.name(), RESUMED, "");
            }
        });
    }

    /** A client dies, and another comes. */
    void crash(Actor client) {
        world.recorder().of(client.name(), DIED, "");
        client.machine().kill();
        world.replace(client);
    }

    private void restart(Node node, Snapshot data) {
        if (node.isUp()) {
            node.crash();
            world.after(nanos(LONGEST_STALL), () -> {
                if (!node.isUp()) {
                    node.restart(data);
                }
            });
        }
    }

    /** On a quorum a minority of the clocks may be wrong; elsewhere all have the same idea of the time. */
    private void step(Node node, int sign) {
        long micros = sign * random.nextLong(LONGEST_STEP.toNanos() / 1_000);
        if (topology.isOne) {
            world.fleet().all().forEach(each -> each.step(micros));
        } else if (stepped.contains(node) || stepped.size() < topology.nodes / 2) {
            stepped.add(node);
            node.step(micros);
        }
    }

    private long nanos(Duration longest) {
        return random.nextLong(longest.toNanos());
    }
}
