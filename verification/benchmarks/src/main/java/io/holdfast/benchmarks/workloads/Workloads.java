package io.holdfast.benchmarks.workloads;

import io.holdfast.benchmarks.rivals.Contender;
import io.holdfast.benchmarks.rivals.Part;
import io.holdfast.benchmarks.workloads.Cycling.Shape;
import io.holdfast.benchmarks.workloads.Workload.Entrance;
import io.holdfast.benchmarks.workloads.Workload.Pace;
import io.holdfast.benchmarks.workloads.Workload.Place;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;

/** All workloads. */
public final class Workloads {

    private static final Duration NO_TIME = Duration.ZERO;
    private static final Duration A_MOMENT = Duration.ofMillis(1);

    private static final Predicate<Contender> HAS_LOCKS =
            contender -> contender.parts().contains(Part.LOCK);
    private static final Predicate<Contender> CAN_WAIT = HAS_LOCKS.and(Contender::waits);

    /** The order makes a difference only where threads of one client wait for the same lock. */
    private static final Predicate<Contender> IN_ANY_ORDER =
            named("holdfast strict").negate();

    private Workloads() {}

    /** {@return all of them, in the order in which they run} */
    public static List<Workload> all() {
        List<Workload> all = new ArrayList<>();
        addOwnLocks(all, Place.REDIS);
        addOneLock(all);
        all.add(handOff(Place.REDIS));
        addGrowth(all);
        all.add(redis(
                "read-write",
                "read/write lock, 95 % readers, 4 clients of 4 threads",
                offers(Part.READ).and(IN_ANY_ORDER),
                Cycling.readMostly(new Shape(4, 4))));
        all.add(redis(
                "semaphore",
                "semaphore of 10, 4 clients of 16 threads, held for 1 ms",
                offers(Part.PERMIT).and(IN_ANY_ORDER),
                Cycling.semaphore(new Shape(4, 16), A_MOMENT)));
        all.add(redis("memory", "heap and keys of leases and waits", CAN_WAIT.and(IN_ANY_ORDER), Footprint::enter)
                .at(Pace.ONCE)
                .slow());
        addRedlock(all);
        addLocks(all, Place.POSTGRES);
        addLocks(all, Place.MARIADB);
        addLocks(all, Place.ZOOKEEPER);
        addLocks(all, Place.ETCD);
        return List.copyOf(all);
    }

    /**
     * {@return what is played at a place before anything counts there, until the JVM has compiled what is used most}
     *
     * @param place where
     * @param who will take part in what counts
     */
    public static List<Workload> warmUps(Place place, Predicate<Contender> who) {
        return List.of(
                new Workload(
                        "", "", place, Pace.IN_TURNS, true, HAS_LOCKS.and(who), Cycling.ownLocks(new Shape(1, 16))),
                new Workload(
                        "",
                        "",
                        place,
                        Pace.IN_TURNS,
                        true,
                        CAN_WAIT.and(who),
                        Cycling.oneLock(new Shape(4, 4), NO_TIME)));
    }

    /**
     * {@return what Holdfast alone is measured at to compare its stores: a free lock, one that many want, a hand-off}
     *
     * @param place the store
     */
    public static List<Workload> alone(Place place) {
        Predicate<Contender> ours = named("holdfast");
        return List.of(
                place.beside("own-1", "a free lock", ours, Cycling.ownLocks(new Shape(1, 1))),
                place.beside(
                        "one-4x4", "one lock, 4 clients of 4 threads", ours, Cycling.oneLock(new Shape(4, 4), NO_TIME)),
                place.beside("hand-off", "hand-off between two clients", ours, HandOff::enter));
    }

    private static void addOwnLocks(List<Workload> all, Place place) {
        all.add(place.workload(
                "own-1",
                "1 thread, a lock of its own",
                HAS_LOCKS.and(IN_ANY_ORDER),
                Cycling.ownLocks(new Shape(1, 1))));
        all.add(place.workload(
                "own-16",
                "16 threads, a lock for each",
                HAS_LOCKS.and(IN_ANY_ORDER),
                Cycling.ownLocks(new Shape(1, 16))));
    }

    private static void addOneLock(List<Workload> all) {
        for (Duration section : List.of(NO_TIME, A_MOMENT)) {
            for (Shape shape : List.of(new Shape(1, 16), new Shape(4, 4), new Shape(8, 16))) {
                Workload workload = oneLock(Place.REDIS, shape, section);
                all.add(section.isZero() || shape.clients() == 4 ? workload : workload.slow());
            }
        }
    }

    private static Workload oneLock(Place place, Shape shape, Duration section) {
        boolean empty = section.isZero();
        return place.workload(
                "one-" + shape + (empty ? "" : "-1ms"),
                "one lock, " + shape.clients() + (shape.clients() == 1 ? " client of " : " clients of ")
                        + shape.threads() + " threads" + (empty ? "" : ", held for 1 ms"),
                CAN_WAIT,
                Cycling.oneLock(shape, section));
    }

    private static Workload handOff(Place place) {
        return place.workload("hand-off", "hand-off between two clients", CAN_WAIT, HandOff::enter);
    }

    private static void addLocks(List<Workload> all, Place place) {
        addOwnLocks(all, place);
        all.add(oneLock(place, new Shape(4, 4), NO_TIME));
        all.add(handOff(place));
        all.add(names(place, 1_000, HAS_LOCKS.and(IN_ANY_ORDER)));
    }

    private static void addGrowth(List<Workload> all) {
        for (int clients : List.of(1, 8, 64, 512)) {
            Workload waiting = redis(
                            "waiting-" + clients,
                            "one lock, " + clients + (clients == 1 ? " client of 1 thread" : " clients of 1 thread"),
                            named("holdfast", "holdfast strict", "redisson", "redisson fair"),
                            Cycling.oneLock(new Shape(clients, 1), NO_TIME))
                    .at(clients > 8 ? Pace.REOPENED : Pace.IN_TURNS);
            all.add(clients > 8 ? waiting.slow() : waiting);
        }
        for (int leases : List.of(1, 100, 10_000)) {
            Workload held = redis(
                            "held-" + leases,
                            String.format(Locale.ROOT, "%,d held %s", leases, leases == 1 ? "lease" : "leases"),
                            named("holdfast", "redisson"),
                            HeldLeases.of(leases))
                    .at(Pace.ONCE);
            all.add(leases < 10_000 ? held.slow() : held);
        }
        for (int names : List.of(1, 1_000, 100_000)) {
            all.add(names(Place.REDIS, names, named("holdfast", "redisson", "spring pub/sub", "raw lettuce")));
        }
    }

    private static Workload names(Place place, int count, Predicate<Contender> who) {
        return place.workload(
                        "names-" + count,
                        String.format(Locale.ROOT, "%,d lock %s", count, count == 1 ? "name" : "names, 16 threads"),
                        who,
                        ManyNames.of(count))
                .at(Pace.ONCE)
                .slow();
    }

    private static void addRedlock(List<Workload> all) {
        all.add(Place.REDLOCK.workload(
                "own", "1 thread, a lock of its own", HAS_LOCKS, Cycling.ownLocks(new Shape(1, 1))));
        all.add(Place.REDLOCK.workload(
                "4x4", "one lock, 4 clients of 4 threads", HAS_LOCKS, Cycling.oneLock(new Shape(4, 4), NO_TIME)));
    }

    private static Workload redis(String name, String title, Predicate<Contender> who, Entrance entrance) {
        return Place.REDIS.workload(name, title, who, entrance);
    }

    private static Predicate<Contender> offers(Part part) {
        return contender -> contender.parts().contains(part);
    }

    private static Predicate<Contender> named(String... names) {
        Set<String> all = Set.of(names);
        return contender -> all.contains(contender.name());
    }
}
