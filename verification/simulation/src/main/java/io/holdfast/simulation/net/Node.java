package io.holdfast.simulation.net;

import io.holdfast.redis.ScriptTexts;
import io.holdfast.simulation.server.Failure;
import io.holdfast.simulation.server.Scripts;
import io.holdfast.simulation.server.SimulatedServer;
import io.holdfast.simulation.server.Snapshot;
import io.holdfast.simulation.time.Machine;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A server on the network: up, down, standing still, or no longer the master. */
public final class Node {

    private static final long EPOCH_MICROS = 1_788_000_000_000_000L;

    private final Network network;
    private final String name;
    private final SimulatedServer server;
    private final Set<Wire> wires = new LinkedHashSet<>();
    private long clockOffset;
    private long highestOffset;
    private boolean up = true;
    private long stillUntil;
    private final List<Runnable> backlog = new ArrayList<>();

    /** How often it was started: what was sent to a process that has died never reaches the next. */
    private long epoch;

    private boolean replica;

    /**
     * A server, up and empty.
     *
     * @param network where it is
     * @param name how it is called in traces
     * @param scripts the scripts that it knows how to run
     */
    public Node(Network network, String name, Scripts scripts) {
        this.network = network;
        this.name = name;
        this.server = new SimulatedServer(this::micros, scripts, network.nextServer());
        server.onPublish((channel, message) -> new ArrayList<>(wires).forEach(wire -> wire.publish(channel, message)));
    }

    private long micros() {
        return EPOCH_MICROS + network.time.elapsed() / 1_000 + clockOffset;
    }

    /**
     * Connects a machine to it.
     *
     * @param machine the machine
     * @param done takes the connection, or null if there is none; done by the machine
     */
    public void connect(Machine machine, Consumer<@Nullable Wire> done) {
        if (network.instant) {
            done.accept(open(machine));
            return;
        }
        long there = network.toServer(machine, this) - network.time.elapsed();
        network.time.after(there, () -> {
            Wire wire = up && machine.isAlive() ? open(machine) : null;
            long back = network.toClient(machine, this) - network.time.elapsed();
            network.time.after(back, () -> machine.schedule(() -> done.accept(wire), 0));
        });
    }

    private Wire open(Machine machine) {
        Wire wire = new Wire(network, machine, this);
        wires.add(wire);
        return wire;
    }

    void forget(Wire wire) {
        wires.remove(wire);
    }

    void receive(Wire wire, String[] words, Consumer<@Nullable Object> reply) {
        if (!up || wire.epoch() != epoch) {
            return;
        }
        if (isStill() || !backlog.isEmpty()) {
            backlog.add(() -> reply.accept(execute(wire, words)));
        } else {
            reply.accept(execute(wire, words));
        }
    }

    private boolean isStill() {
        return stillUntil > network.time.elapsed();
    }

    /** Does what it was asked for while it stood still, in the order in which that came. */
    private void drain() {
        if (!isStill()) {
            List<Runnable> requests = List.copyOf(backlog);
            backlog.clear();
            requests.forEach(Runnable::run);
        }
    }

    long epoch() {
        return epoch;
    }

    @Nullable
    Object execute(Wire wire, String[] words) {
        if (words[0].equals("SUBSCRIBE")) {
            wire.subscribe(words[1]);
            return 1L;
        }
        if (replica && !words[0].equals("PING") && !words[0].equals("INFO")) {
            return new Failure("READONLY You can't write against a read only replica.");
        }
        Object reply = server.execute(words);
        network.watch.executed(words, reply);
        network.trace.accept(() -> name + " " + wire + " " + readable(words) + " -> " + reply);
        return reply;
    }

    private static String readable(String[] words) {
        String[] shown = words.clone();
        if (words[0].startsWith("EVAL")) {
            shown[1] = ScriptTexts.all().stream()
                    .filter(script ->
                            script.digest().equals(words[1]) || script.source().equals(words[1]))
                    .map(ScriptTexts::name)
                    .findFirst()
                    .orElse(words[1]);
        }
        return String.join(" ", shown).replace("\n", "\\n");
    }

    /** {@return what it keeps, and what commands do to it} */
    public SimulatedServer server() {
        return server;
    }

    /** {@return what is connected to it} */
    public List<Wire> wires() {
        return List.copyOf(wires);
    }

    /** {@return whether somebody listens there} */
    public boolean hasSubscribers() {
        return wires.stream().anyMatch(Wire::hasChannels);
    }

    /**
     * Its clock jumps.
     *
     * @param micros by how much
     */
    public void step(long micros) {
        clockOffset += micros;
        highestOffset = Math.max(highestOffset, clockOffset);
    }

    /** Its clock is set to where it would be had it never been set back. */
    public void catchUp() {
        clockOffset = highestOffset;
    }

    /**
     * {@return another server that has these data, and the same idea of the time}
     *
     * @param name how it is called
     * @param scripts the scripts that it knows how to run
     * @param data its data
     */
    public Node heir(String name, Scripts scripts, Snapshot data) {
        Node heir = new Node(network, name, scripts);
        heir.clockOffset = clockOffset;
        heir.highestOffset = highestOffset;
        heir.server.restart(data);
        return heir;
    }

    /**
     * It stands still, and does afterwards what it was asked for in the meantime.
     *
     * @param nanos for how long
     */
    public void stall(long nanos) {
        stillUntil = Math.max(stillUntil, network.time.elapsed() + nanos);
        network.time.after(nanos, this::drain);
    }

    /** It stops, as a process that was killed. All connections break. */
    public void crash() {
        up = false;
        backlog.clear();
        cut();
    }

    /**
     * It starts again after a crash.
     *
     * @param data what it has then
     */
    public void restart(Snapshot data) {
        server.restart(data);
        epoch++;
        up = true;
    }

    /** {@return whether it is up} */
    public boolean isUp() {
        return up;
    }

    /** It takes no writes from now on, since another has taken its place. */
    public void demote() {
        replica = true;
    }

    /** All connections break. */
    public void cut() {
        new ArrayList<>(wires).forEach(Wire::snap);
    }

    /**
     * A machine has died, and its system closes its connections.
     *
     * @param machine the machine
     */
    public void hangUp(Machine machine) {
        new ArrayList<>(wires).stream().filter(wire -> wire.isOf(machine)).forEach(Wire::snap);
    }

    /** It goes on at once. */
    public void wake() {
        stillUntil = 0;
        drain();
    }

    @Override
    public String toString() {
        return name;
    }
}
