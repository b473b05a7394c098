package io.holdfast.simulation;

import io.holdfast.Holdfast;
import io.holdfast.HoldfastException;
import io.holdfast.Lease;
import io.holdfast.LockEvent;
import io.holdfast.LockOptions;
import io.holdfast.engine.Engines;
import io.holdfast.history.Event;
import io.holdfast.simulation.time.Machine;
import io.holdfast.spi.Capabilities;
import io.holdfast.spi.ClaimStore;
import io.holdfast.spi.SessionContext;
import io.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A client of Holdfast. */
final class Client implements Actor {

    private final String name;
    private final World world;
    private final Machine machine;
    private final RandomGenerator random;
    private final Holdfast holdfast;
    private final Set<Holder> holders = new LinkedHashSet<>();
    private final List<CompletableFuture<?>> waits = new ArrayList<>();
    private @Nullable StoreSession session;
    private int asks;

    Client(String name, World world, Machine machine, ClaimStore store) {
        this.name = name;
        this.world = world;
        this.machine = machine;
        this.random = world.random();
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
        ask(all ? use.all(holdfast) : use.wish(random, holdfast), patience, section);
    }

    @Override
    public void askTogether(List<LockUse> uses, @Nullable Duration patience, Duration section) {
        ask(LockUse.together(uses, holdfast), patience, section);
    }

    private void ask(Wish wish, @Nullable Duration patience, Duration section) {
        machine.schedule(
                () -> {
                    List<String> ids = begin(wish.locks(), wish.detail());
                    Wish.Wait wait = wish.start(patience);
                    await(wait, ids, wish, section);
                },
                0);
    }

    /** Notes that somebody asks. {@return the ids, one for each lock} */
    private List<String> begin(List<String> locks, String detail) {
        List<String> ids = new ArrayList<>();
        for (String lock : locks) {
            String id = name + "-" + ++asks;
            ids.add(id);
            world.record(name, Event.Type.ASKED, lock, id, 0, 0, detail);
        }
        return ids;
    }

    private void await(Wish.Wait wait, List<String> ids, Wish wish, Duration section) {
        waits.add(wait.future());
        var unused = wait.answer().handle((lease, error) -> {
            // What is thrown inside a future would be lost in it.
            Lease got = error == null ? lease.orElse(null) : null;
            world.guard(() -> answered(got, error, ids, wish, section));
            return null;
        });
    }

    private void answered(
            @Nullable Lease lease, @Nullable Throwable error, List<String> ids, Wish wish, Duration section) {
        if (lease == null) {
            String why = error == null ? "busy" : reason(error);
            for (int i = 0; i < ids.size(); i++) {
                world.record(name, Event.Type.DENIED, wish.locks().get(i), ids.get(i), 0, 0, why);
            }
            return;
        }
        Holder holder = new Holder(world, name, machine, ids, wish.locks(), lease);
        holder.begin();
        holders.add(holder);
        for (int i = wish.writes() ? 1 + random.nextInt(2) : 0; i > 0; i--) {
            machine.schedule(holder::write, random.nextLong(section.toNanos() + 1));
        }
        boolean downgrades = wish.asReader().isPresent() && random.nextInt(4) == 0;
        machine.schedule(
                () -> {
                    holders.remove(holder);
                    if (downgrades) {
                        downgrade(holder, wish.asReader().orElseThrow());
                    } else {
                        holder.release();
                    }
                },
                section.toNanos());
    }

    /** {@return why there is no lease; what has no name is a defect} */
    private static String reason(Throwable error) {
        Throwable cause = error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
        if (cause instanceof HoldfastException || cause instanceof CancellationException) {
            return cause.getClass().getSimpleName() + " " + cause.getMessage();
        }
        throw new AssertionError("A failure without a name", cause);
    }

    /** A writer goes on as a reader, for a moment. */
    private void downgrade(Holder writer, Wish.Downgrade reader) {
        if (!writer.lease().isValid()) {
            writer.release();
            return;
        }
        List<String> ids = begin(writer.locks(), reader.detail());
        writer.handIn();
        CompletableFuture<Lease> wait = reader.start(writer.lease());
        Wish.Wait asked = new Wish.Wait(wait, wait.thenApply(lease -> {
            writer.over("RELEASED");
            return Optional.of(lease);
        }));
        var unused = wait.whenComplete((lease, error) -> {
            if (error != null) {
                writer.over("UNCONFIRMED");
            }
        });
        await(asked, ids, Wish.reading(writer.locks()), Duration.ofMillis(random.nextInt(50)));
    }

    @Override
    public void sample(String lock) {
        if (machine.isAlive()) {
            holders.forEach(holder -> holder.sample(lock));
        }
    }

    private void onEvent(LockEvent event) {
        if (event.kind() == LockEvent.Kind.RENEWED) {
            sample(event.lock());
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
