package io.holdfast.simulation;

import io.holdfast.history.Checker;
import io.holdfast.history.Event;
import io.holdfast.history.Promises;
import io.holdfast.history.Resource;
import io.holdfast.history.Rule;
import io.holdfast.history.Violation;
import io.holdfast.simulation.net.Network;
import io.holdfast.simulation.net.Node;
import io.holdfast.simulation.server.Scripts;
import io.holdfast.simulation.time.Machine;
import io.holdfast.simulation.time.VirtualTime;
import io.holdfast.spi.ClaimStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A world: servers, clients, and what happens to them, all drawn from one seed. It goes wrong for a while; then all is
 * well, everybody gets its turn, and in the end nothing is left.
 */
public final class World {

    private static final int STEPS = 45;

    /** Less on a quorum: each request there is ten, and who does not get the lock asks again all the time. */
    private static final int QUORUM_STEPS = 30;

    private static final int CALM_STEPS = 10;

    private final Topology topology;
    private final Trace trace;
    private final RandomGenerator random;
    private final VirtualTime time = new VirtualTime();
    private final Network network;
    private final Recorder recorder;
    private final Resource resource = new Resource();
    private final Ledger ledger = new Ledger();
    private final List<Violation> unkept = new ArrayList<>();
    private final Cast cast;
    private final Fleet fleet;
    private final List<Actor> clients = new ArrayList<>();
    private final List<LockUse> locks = new ArrayList<>();
    private final Faults faults;
    private int clientNames;

    /** Brings actors into a world. */
    public interface Cast {

        /** What this is all about. */
        Cast HOLDFAST = (name, world, machine) -> new Client(name, world, machine, world.store(machine));

        /**
         * {@return a new actor}
         *
         * @param name how it is called
         * @param world where it lives
         * @param machine what it runs on
         */
        Actor enter(String name, World world, Machine machine);
    }

    /**
     * What came of a world.
     *
     * @param events its history
     * @param violations what was broken
     * @param promises what was promised in it
     */
    public record Outcome(List<Event> events, List<Violation> violations, Promises promises) {

        /**
         * {@return how often something happened}
         *
         * @param type what
         */
        public long count(Event.Type type) {
            return events.stream().filter(event -> event.type() == type).count();
        }
    }

    /**
     * A world that has not begun yet.
     *
     * @param topology its servers
     * @param seed all that is drawn
     * @param scripts what the servers run
     * @param cast who plays in it
     * @param trace hears what happens, line by line, if somebody wants to
     */
    public World(Topology topology, long seed, Scripts scripts, Cast cast, @Nullable Consumer<String> trace) {
        this.topology = topology;
        this.cast = cast;
        this.trace = new Trace(time, trace);
        // Not java.util.Random, whose first numbers are much the same for seeds that are close to each other.
        this.random = new SplittableRandom(seed);
        this.network = new Network(time, random);
        this.recorder = new Recorder(time, this.trace);
        network.watch = ledger::executed;
        network.trace = what -> this.trace.say(() -> "  " + what.get());
        this.fleet = new Fleet(topology, time, network, random, scripts);
        this.faults = new Faults(this, topology);
    }

    /**
     * Plays it to its end.
     *
     * @return what came of it
     */
    public Outcome play() {
        if (topology == Topology.QUORUM) {
            // A node that has just started has no vote.
            time.advance(Fleet.QUARANTINE.plusSeconds(2).toNanos());
        }
        for (int i = 1 + random.nextInt(2); i > 0; i--) {
            locks.add(LockUse.draw(random, "lock" + i, topology));
        }
        for (int i = 2 + random.nextInt(3); i > 0; i--) {
            clients.add(client());
        }
        recorder.note(Event.Type.BROKEN, "");
        network.weather = faults.drawWeather();
        for (int i = topology.isOne ? STEPS : QUORUM_STEPS; i > 0; i--) {
            if (random.nextInt(4) == 0) {
                faults.strike();
            } else {
                somebodyAsks();
            }
            advance(random.nextInt(10) == 0 ? random.nextInt(3_000) : random.nextInt(80));
            fleet.findEndless(this::left);
        }
        heal();
        advance(topology.promises().recovery().toMillis());
        for (int i = 0; i < CALM_STEPS; i++) {
            somebodyAsks();
            advance(random.nextInt(80));
            if (random.nextInt(3 * CALM_STEPS) == 0) {
                // Its lock is free for the others when its lease is over.
                faults.crash(anyClient());
            }
        }
        advance(TimeUnit.SECONDS.toMillis(60));
        end();
        Promises promises = faults.promises();
        List<Violation> violations = new Checker(promises).check(recorder.events());
        if (promises.exclusion()) {
            violations.addAll(ledger.violations());
            violations.addAll(unkept);
        }
        return new Outcome(recorder.events(), violations, promises);
    }

    private void advance(long millis) {
        time.advance(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    private void somebodyAsks() {
        Actor client = anyClient();
        if (random.nextInt(12) == 0) {
            client.cancelSomething();
            return;
        }
        LockUse use = locks.get(random.nextInt(locks.size()));
        Duration section = Duration.ofMillis(random.nextInt(8) == 0 ? random.nextInt(5_000) : random.nextInt(40));
        Duration patience = random.nextInt(4) == 0 ? Duration.ofMillis(random.nextInt(3_000)) : null;
        List<LockUse> gathered = locks.stream().filter(LockUse::isGathered).toList();
        if (gathered.size() > 1 && random.nextInt(6) == 0) {
            client.askTogether(gathered, patience, section);
        } else {
            client.ask(use, false, patience, section);
        }
    }

    private void heal() {
        trace.say(() -> "all is well from now on");
        network.heal();
        fleet.heal();
        recorder.note(Event.Type.CALM, "");
    }

    /** All is free, and when everybody has gone nothing is left. */
    private void end() {
        Actor last = client();
        for (LockUse use : locks) {
            last.ask(use, true, null, Duration.ZERO);
        }
        advance(TimeUnit.SECONDS.toMillis(10));
        clients.add(last);
        for (Actor client : clients) {
            if (!client.hasEndedWaiting()) {
                left(client.name() + " still waits");
            }
            if (!client.isIdle()) {
                left(client.name() + " still has something under way");
            }
        }
        fleet.findClaims(this::left);
        network.instant = true;
        clients.forEach(Actor::close);
        network.instant = false;
        advance(TimeUnit.SECONDS.toMillis(10));
        fleet.findConnections(this::left);
        time.advance(TimeUnit.HOURS.toNanos(3));
        fleet.findKeys(this::left);
    }

    private void left(String what) {
        recorder.note(Event.Type.LEFT, what);
    }

    private Actor client() {
        Machine machine = new Machine(time, random, 1 + (random.nextDouble() - 0.5) / 60);
        return cast.enter("client" + ++clientNames, this, machine);
    }

    /**
     * {@return the store of a client}
     *
     * @param machine where the client runs
     */
    public ClaimStore store(Machine machine) {
        return fleet.store(machine);
    }

    /** A client has died, and a new one comes. */
    void replace(Actor dead) {
        fleet.all().forEach(node -> node.hangUp(dead.machine()));
        clients.remove(dead);
        clients.add(client());
    }

    /** A lease says that it is valid: then its lock has to be kept for so long at least, where nothing is forgotten. */
    void isValid(String lock, String id, long left) {
        long millis = fleet.keptFor(lock);
        if (topology.isOne && TimeUnit.MILLISECONDS.toNanos(millis + 1) < left) {
            unkept.add(new Violation(
                    Rule.DEADLINE,
                    id + " is valid for " + left / 1_000_000 + " ms, and its lock is kept for " + millis + " ms",
                    List.of()));
        }
    }

    /** Does something whose failure is the world's: what is thrown inside a future would be lost there. */
    void guard(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | Error e) {
            time.after(0, () -> {
                throw e;
            });
        }
    }

    void after(long nanos, Runnable action) {
        time.after(nanos, action);
    }

    /**
     * Something arrives, after a little time or after a long one.
     *
     * @param action what happens then
     */
    public void later(Runnable action) {
        after(
                TimeUnit.MILLISECONDS.toNanos(random.nextInt(5) == 0 ? random.nextInt(10_000) : random.nextInt(5)),
                action);
    }

    /**
     * Has all note which of their leases of a lock are valid now.
     *
     * @param lock the name of the lock
     */
    public void sample(String lock) {
        clients.forEach(client -> client.sample(lock));
    }

    Actor anyClient() {
        return clients.get(random.nextInt(clients.size()));
    }

    /** {@return where a client finds the servers that count now} */
    public List<Node> servers() {
        return fleet.present();
    }

    Fleet fleet() {
        return fleet;
    }

    RandomGenerator random() {
        return random;
    }

    /**
     * Notes what an actor saw.
     *
     * @param client its name
     * @param type what it saw
     * @param lock the lock
     * @param id the request
     * @param token the token
     * @param left for how long the lease is valid
     * @param detail more
     */
    public void record(String client, Event.Type type, String lock, String id, long token, long left, String detail) {
        recorder.record(client, type, lock, id, token, left, detail);
    }

    Recorder recorder() {
        return recorder;
    }

    /** {@return what the locks protect} */
    public Resource resource() {
        return resource;
    }

    Network network() {
        return network;
    }

    Trace trace() {
        return trace;
    }
}
