package io.holdfast.benchmarks.workloads;

import io.holdfast.benchmarks.measure.Cycle;
import io.holdfast.benchmarks.measure.Figures;
import io.holdfast.benchmarks.measure.Guard;
import io.holdfast.benchmarks.measure.Meter;
import io.holdfast.benchmarks.measure.Turn;
import io.holdfast.benchmarks.rivals.Clients;
import io.holdfast.benchmarks.rivals.Contender;
import io.holdfast.benchmarks.rivals.Part;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;

/** Threads in clients that acquire and release without a pause. */
final class Cycling implements Entry {

    /** One cycle in so many is a writer's. */
    private static final int WRITE_EVERY = 20;

    private final Clients clients;
    private final List<Guard> guards;
    private final Turn turn;

    private Cycling(Clients clients, List<Guard> guards, List<Cycle> cycles, Meter meter) {
        this.clients = clients;
        this.guards = guards;
        this.turn = new Turn(cycles, meter);
    }

    /** How many take part: so many clients, of so many threads each. */
    record Shape(int clients, int threads) {

        int clientOf(int thread) {
            return thread % clients;
        }

        int all() {
            return clients * threads;
        }

        @Override
        public String toString() {
            return clients + "x" + threads;
        }
    }

    /** {@return threads that have a lock each, which nobody else wants} */
    static Workload.Entrance ownLocks(Shape shape) {
        return (contender, meter) -> enter(contender, meter, shape, (clients, guards) -> {
            List<Cycle> cycles = new ArrayList<>();
            for (int i = 0; i < shape.all(); i++) {
                Guard guard = new Guard(1);
                guards.add(guard);
                String name = contender.name() + " own " + i;
                cycles.add(Cycle.of(clients.hold(shape.clientOf(i), Part.LOCK, name), guard, 1, Duration.ZERO));
            }
            return cycles;
        });
    }

    /** {@return threads that all want the same lock} */
    static Workload.Entrance oneLock(Shape shape, Duration section) {
        return same(shape, Part.LOCK, new Scope("one", 1), section);
    }

    /** {@return threads that want a permit of the same semaphore} */
    static Workload.Entrance semaphore(Shape shape, Duration section) {
        return same(shape, Part.PERMIT, new Scope("semaphore", Part.PERMITS), section);
    }

    /** {@return threads that mostly read} */
    static Workload.Entrance readMostly(Shape shape) {
        return (contender, meter) -> enter(contender, meter, shape, (clients, guards) -> {
            Guard guard = new Guard(Guard.ALL);
            guards.add(guard);
            String name = contender.name() + " read-write";
            List<Cycle> cycles = new ArrayList<>();
            for (int i = 0; i < shape.all(); i++) {
                int client = shape.clientOf(i);
                cycles.add(mixed(
                        Cycle.of(clients.hold(client, Part.READ, name), guard, 1, Duration.ZERO),
                        Cycle.of(clients.hold(client, Part.WRITE, name), guard, Guard.ALL, Duration.ZERO),
                        i));
            }
            return cycles;
        });
    }

    private static Cycle mixed(Cycle read, Cycle write, int first) {
        return new Cycle() {
            private int count = first;

            @Override
            public long run() throws InterruptedException {
                count++;
                return (count % WRITE_EVERY == 0 ? write : read).run();
            }
        };
    }

    /** What is shared: its name, and how many may have it at once. */
    private record Scope(String name, int capacity) {}

    private static Workload.Entrance same(Shape shape, Part part, Scope scope, Duration section) {
        return (contender, meter) -> enter(contender, meter, shape, (clients, guards) -> {
            Guard guard = new Guard(scope.capacity);
            guards.add(guard);
            String name = contender.name() + " " + scope.name;
            List<Cycle> cycles = new ArrayList<>();
            for (int i = 0; i < shape.all(); i++) {
                cycles.add(Cycle.of(clients.hold(shape.clientOf(i), part, name), guard, 1, section));
            }
            return cycles;
        });
    }

    /** Makes the cycles of all threads. */
    private interface Cast {

        List<Cycle> cycles(Clients clients, List<Guard> guards);
    }

    private static Cycling enter(Contender contender, Meter meter, Shape shape, Cast cast) {
        Clients clients = contender.open(shape.clients);
        try {
            List<Guard> guards = new ArrayList<>();
            return new Cycling(clients, guards, cast.cycles(clients, guards), meter);
        } catch (RuntimeException | Error e) {
            clients.close();
            throw e;
        }
    }

    @Override
    public Figures turn(Duration time) throws InterruptedException, TimeoutException {
        return turn.run(time);
    }

    @Override
    public Figures count(Duration time) throws InterruptedException, TimeoutException {
        return turn.count(time);
    }

    @Override
    public long overlaps() {
        return guards.stream().mapToLong(Guard::overlaps).sum();
    }

    @Override
    public void close() {
        clients.close();
    }
}
