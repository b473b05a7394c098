package io.holdfast.simulation.control;

import io.holdfast.history.Event;
import io.holdfast.simulation.Actor;
import io.holdfast.simulation.LockUse;
import io.holdfast.simulation.World;
import io.holdfast.simulation.net.Node;
import io.holdfast.simulation.net.Wire;
import io.holdfast.simulation.time.Machine;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A client with a lock as many have written it: a key that is set if it is not there, with a time to live. */
final class NaiveClient implements Actor {

    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long ANSWER_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    private static final String TAKE =
            "if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return redis.call('INCR', KEYS[2]) end"
                    + " return -1";
    private static final String GIVE =
            "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0";

    /** Somebody who holds the lock, as far as it knows. */
    private record Holder(String id, String lock, long token, long until) {}

    private final String name;
    private final World world;
    private final Machine machine;
    private final NaiveLock kind;
    private final Map<Node, Wire> wires = new HashMap<>();
    private final Map<String, Holder> holders = new LinkedHashMap<>();
    private int asks;
    private int waiting;

    NaiveClient(String name, World world, Machine machine, NaiveLock kind) {
        this.name = name;
        this.world = world;
        this.machine = machine;
        this.kind = kind;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Machine machine() {
        return machine;
    }

    @Override
    public void ask(LockUse use, boolean all, @Nullable Duration patience, Duration section) {
        machine.schedule(
                () -> {
                    Attempt attempt = new Attempt(
                            name + "-" + ++asks,
                            use.name(),
                            use.options().lease().toMillis(),
                            section);
                    record(Event.Type.ASKED, attempt.lock, attempt.id, 0, 0, "mutex lease=" + attempt.lease);
                    waiting++;
                    attempt.patience = patience == null ? Long.MAX_VALUE : patience.toNanos();
                    attempt.begin();
                },
                0);
    }

    /** It knows nothing of that, and asks for the first. */
    @Override
    public void askTogether(List<LockUse> uses, @Nullable Duration patience, Duration section) {
        ask(uses.get(0), false, patience, section);
    }

    /** One who tries until it has the lock. */
    private final class Attempt {

        private final String id;
        private final String lock;
        private final long lease;
        private final Duration section;
        private long patience;
        private int attempts;
        private int yes;
        private long token;
        private long sent;
        private boolean decided;

        private Attempt(String id, String lock, long lease, Duration section) {
            this.id = id;
            this.lock = lock;
            this.lease = lease;
            this.section = section;
        }

        private void begin() {
            yes = 0;
            token = 0;
            decided = false;
            sent = machine.nanos();
            int attempt = ++attempts;
            List<Node> nodes = world.servers();
            for (Node node : nodes) {
                send(node, reply -> answered(attempt, reply, nodes.size()), kind.take(TAKE, lock, id, lease));
            }
            machine.schedule(this::giveUp, ANSWER_NANOS);
        }

        private void answered(int attempt, @Nullable Object reply, int of) {
            if (attempt != attempts || decided || !kind.isTaken(reply)) {
                return;
            }
            token = Math.max(token, reply instanceof Long number ? number : 0);
            if (++yes > of / 2) {
                decided = true;
                waiting--;
                granted();
            }
        }

        private void giveUp() {
            if (decided) {
                return;
            }
            decided = true;
            world.servers().forEach(node -> send(node, reply -> {}, kind.give(GIVE, lock, id)));
            patience -= ANSWER_NANOS + RETRY_NANOS;
            if (patience < 0) {
                waiting--;
                record(Event.Type.DENIED, lock, id, 0, 0, "busy");
            } else {
                machine.schedule(this::begin, RETRY_NANOS);
            }
        }

        private void granted() {
            long until = kind.knowsItsEnd() ? sent + TimeUnit.MILLISECONDS.toNanos(lease) * 98 / 100 : Long.MAX_VALUE;
            Holder holder = new Holder(id, lock, token, until);
            record(Event.Type.GRANTED, lock, id, token, TimeUnit.MILLISECONDS.toNanos(lease), "");
            world.sample(lock);
            holders.put(id, holder);
            sample(holder);
            machine.schedule(() -> write(holder), section.toNanos() / 2);
            machine.schedule(() -> write(holder), section.toNanos());
            machine.schedule(() -> release(holder), section.toNanos());
        }
    }

    private boolean isValid(Holder holder) {
        return holder.until() == Long.MAX_VALUE || holder.until() - machine.nanos() > 0;
    }

    private void write(Holder holder) {
        if (isValid(holder)) {
            sample(holder);
            world.later(() -> record(
                    world.resource().write(holder.lock(), holder.token()) ? Event.Type.WRITTEN : Event.Type.REJECTED,
                    holder.lock(),
                    holder.id(),
                    holder.token(),
                    0,
                    ""));
        }
    }

    private void release(Holder holder) {
        sample(holder);
        holders.remove(holder.id());
        record(Event.Type.RELEASING, holder.lock(), holder.id(), holder.token(), 0, "");
        world.servers().forEach(node -> send(node, reply -> {}, kind.give(GIVE, holder.lock(), holder.id())));
        record(Event.Type.RELEASED, holder.lock(), holder.id(), holder.token(), 0, "UNCONFIRMED");
    }

    private void send(Node node, Consumer<@Nullable Object> reply, String... words) {
        Wire open = wires.get(node);
        if (open != null && open.isOpen()) {
            open.send(reply, words);
            return;
        }
        node.connect(machine, wire -> {
            if (wire != null) {
                wires.put(node, wire);
                wire.send(reply, words);
            }
        });
    }

    private void record(Event.Type type, String lock, String id, long token, long left, String detail) {
        world.record(name, type, lock, id, token, left, detail);
    }

    @Override
    public void sample(String lock) {
        holders.values().stream().filter(holder -> holder.lock().equals(lock)).forEach(this::sample);
    }

    private void sample(Holder holder) {
        if (machine.isAlive() && isValid(holder)) {
            record(Event.Type.VALID, holder.lock(), holder.id(), holder.token(), 0, "");
        }
    }

    @Override
    public void cancelSomething() {}

    @Override
    public boolean hasEndedWaiting() {
        return waiting == 0;
    }

    @Override
    public boolean isIdle() {
        return true;
    }

    @Override
    public void close() {
        wires.values().forEach(Wire::close);
    }
}
