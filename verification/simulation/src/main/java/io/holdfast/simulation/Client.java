package io.holdfast.simulation;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LockEvent;
import io.holdfast.LockOptions;
import io.holdfast.engine.Engines;
import io.holdfast.history.Event;
import io.holdfast.history.Resource;
import io.holdfast.simulation.time.Machine;
import io.holdfast.spi.Capabilities;
import io.holdfast.spi.ClaimStore;
import io.holdfast.spi.SessionContext;
import io.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A client: a process that asks for locks, works under them, and tells all that it sees. */
final class Client implements Actor {

    /** Somebody who holds something. */
    private record Holder(String id, String lock, Lease lease) {}

    private final String name;
    private final World world;
    private final Machine machine;
    private final RandomGenerator random;
    private final Recorder recorder;
    private final Resource resource;
    private final Holdfast holdfast;
    private final Map<String, Holder> holders = new LinkedHashMap<>();
    private final List<CompletableFuture<?>> waits = new ArrayList<>();
    private @Nullable StoreSession session;
    private int asks;

    Client(String name, World world, Machine machine, ClaimStore store) {
        this.name = name;
        this.world = world;
        this.machine = machine;
        this.random = world.random();
        this.recorder = world.recorder();
        this.resource = world.resource();
        this.holdfast = Engines.open(new Watched(store), LockOptions.defaults(), this::onEvent, machine.environment());
    }

    @Override
    public Machine machine() {
        return machine;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void ask(LockUse use, boolean all, @Nullable Duration patience, Duration section) {
        LockUse.Wish wish = all ? use.all(holdfast) : use.wish(random, holdfast);
        machine.schedule(() -> begin(use, wish, patience, section), 0);
    }

    private void begin(LockUse use, LockUse.Wish wish, @Nullable Duration patience, Duration section) {
        String id = name + "-" + ++asks;
        recorder.record(
                name,
                Event.Type.ASKED,
                use.name(),
                id,
                0,
                0,
                wish.detail() + (patience == null ? "" : " for " + patience.toMillis() + " ms"));
        CompletableFuture<?> wait;
        CompletableFuture<Optional<Lease>> answer;
        if (patience == null) {
            CompletableFuture<Lease> lease = wish.lock().acquireAsync();
            wait = lease;
            answer = lease.thenApply(Optional::of);
        } else {
            answer = wish.lock().tryAcquireAsync(patience);
            wait = answer;
        }
        waits.add(wait);
        var unused = answer.handle((lease, error) -> {
            if (error != null) {
                recorder.record(name, Event.Type.DENIED, use.name(), id, 0, 0, String.valueOf(error.getMessage()));
            } else if (lease.isEmpty()) {
                recorder.record(name, Event.Type.DENIED, use.name(), id, 0, 0, "busy");
            } else {
                granted(id, use.name(), lease.get(), wish.writes(), section);
            }
            return null;
        });
    }

    /** A lease came into somebody's hands: this is when all others have to know whether theirs is still valid. */
    private void granted(String id, String lock, Lease lease, boolean writes, Duration section) {
        recorder.record(name, Event.Type.GRANTED, lock, id, lease.token(), left(lease), "");
        world.sample(lock);
        Holder holder = new Holder(id, lock, lease);
        holders.put(id, holder);
        sample(holder);
        lease.onLost(() -> recorder.record(name, Event.Type.LOST, lock, id, lease.token(), 0, ""));
        for (int i = writes ? 1 + random.nextInt(2) : 0; i > 0; i--) {
            machine.schedule(() -> write(holder), random.nextLong(section.toNanos() + 1));
        }
        machine.schedule(() -> release(holder), section.toNanos());
    }

    /** Checks its lease, as it should, and writes; the write may arrive much later. */
    private void write(Holder holder) {
        if (holder.lease().isValid()) {
            sample(holder);
            world.later(() -> recorder.record(
                    name,
                    resource.write(holder.lock(), holder.lease().token()) ? Event.Type.WRITTEN : Event.Type.REJECTED,
                    holder.lock(),
                    holder.id(),
                    holder.lease().token(),
                    0,
                    ""));
        }
    }

    private void release(Holder holder) {
        sample(holder);
        holders.remove(holder.id());
        long token = holder.lease().token();
        recorder.record(name, Event.Type.RELEASING, holder.lock(), holder.id(), token, 0, "");
        var unused = holder.lease()
                .releaseAsync()
                .thenAccept(outcome -> recorder.record(
                        name, Event.Type.RELEASED, holder.lock(), holder.id(), token, 0, outcome.toString()));
    }

    @Override
    public void sample(String lock) {
        for (Holder holder : holders.values()) {
            if (holder.lock().equals(lock)) {
                sample(holder);
            }
        }
    }

    private void sample(Holder holder) {
        if (machine.isAlive() && holder.lease().isValid()) {
            recorder.record(
                    name,
                    Event.Type.VALID,
                    holder.lock(),
                    holder.id(),
                    holder.lease().token(),
                    left(holder.lease()),
                    "");
        }
    }

    private long left(Lease lease) {
        return machine.toWorld(lease.remaining().toNanos());
    }

    private void onEvent(LockEvent event) {
        if (event.kind() == LockEvent.Kind.RENEWED) {
            for (Holder holder : holders.values()) {
                if (holder.lock().equals(event.lock())) {
                    sample(holder);
                }
            }
        }
    }

    @Override
    public void cancelSomething() {
        if (!waits.isEmpty()) {
            CompletableFuture<?> wait = waits.get(random.nextInt(waits.size()));
            machine.schedule(() -> wait.cancel(true), 0);
        }
    }

    @Override
    public boolean hasEndedWaiting() {
        return waits.stream().allMatch(CompletableFuture::isDone);
    }

    @Override
    public boolean isIdle() {
        return Engines.isIdle(holdfast);
    }

    /** Ends its session, and with it its connections. */
    @Override
    public void close() {
        if (session != null) {
            session.close();
        }
    }

    /** The store, of which the session has to be closed in the end: closing the client would wait for real time. */
    private final class Watched implements ClaimStore {

        private final ClaimStore store;

        Watched(ClaimStore store) {
            this.store = store;
        }

        @Override
        public String description() {
            return store.description();
        }

        @Override
        public Capabilities capabilities() {
            return store.capabilities();
        }

        @Override
        public StoreSession connect(SessionContext context) {
            StoreSession made = store.connect(context);
            session = made;
            return made;
        }
    }
}
