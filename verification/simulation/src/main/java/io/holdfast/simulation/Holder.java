package io.holdfast.simulation;

import io.holdfast.Lease;
import io.holdfast.MultiLease;
import io.holdfast.history.Event;
import io.holdfast.simulation.time.Machine;
import java.util.List;

/** Somebody who holds a lock, or several together, and works under that. */
final class Holder {

    private final World world;
    private final String client;
    private final Machine machine;
    private final List<String> ids;
    private final List<String> locks;
    private final Lease lease;

    Holder(World world, String client, Machine machine, List<String> ids, List<String> locks, Lease lease) {
        this.world = world;
        this.client = client;
        this.machine = machine;
        this.ids = ids;
        this.locks = locks;
        this.lease = lease;
    }

    Lease lease() {
        return lease;
    }

    List<String> locks() {
        return locks;
    }

    /** The lease has come: this is when all others have to know whether theirs is still valid. */
    void begin() {
        for (int i = 0; i < ids.size(); i++) {
            record(Event.Type.GRANTED, i, left(), "");
            world.sample(locks.get(i));
        }
        sample();
        lease.onLost(() -> recordAll(Event.Type.LOST, ""));
    }

    /** Checks the lease, as it should, and writes; the write may arrive much later. */
    void write() {
        if (lease.isValid()) {
            sample();
            for (int i = 0; i < ids.size(); i++) {
                int part = i;
                world.later(() -> record(
                        world.resource().write(locks.get(part), token(part)) ? Event.Type.WRITTEN : Event.Type.REJECTED,
                        part,
                        0,
                        ""));
            }
        }
    }

    void release() {
        handIn();
        var unused = lease.releaseAsync().thenAccept(outcome -> over(outcome.toString()));
    }

    /** It acts no more. */
    void handIn() {
        sample();
        recordAll(Event.Type.RELEASING, "");
    }

    /** What became of it is known. */
    void over(String outcome) {
        recordAll(Event.Type.RELEASED, outcome);
    }

    /** Notes whether it is valid, if it is about that lock. */
    void sample(String lock) {
        if (locks.contains(lock)) {
            sample();
        }
    }

    private void sample() {
        if (lease.isValid()) {
            for (int i = 0; i < ids.size(); i++) {
                record(Event.Type.VALID, i, left(), "");
                world.isValid(locks.get(i), ids.get(i), left());
            }
        }
    }

    private void recordAll(Event.Type type, String detail) {
        for (int i = 0; i < ids.size(); i++) {
            record(type, i, 0, detail);
        }
    }

    private void record(Event.Type type, int part, long left, String detail) {
        world.record(client, type, locks.get(part), ids.get(part), token(part), left, detail);
    }

    private long token(int part) {
        return lease instanceof MultiLease several ? several.tokens().getOrDefault(locks.get(part), 0L) : lease.token();
    }

    private long left() {
        return machine.toWorld(lease.remaining().toNanos());
    }
}
