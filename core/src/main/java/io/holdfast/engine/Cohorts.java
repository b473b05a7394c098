package io.holdfast.engine;

import io.holdfast.LockOptions;
import io.holdfast.spi.Demand;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The cohorts of a client, by the name of the lock.
 *
 * <p>Those who want the whole of a lock, in the same way, are one cohort. Who shares a lock with others is a cohort of
 * its own: it has a claim and a deadline for itself, and nothing to pass on.
 */
final class Cohorts {

    private final ConcurrentHashMap<String, List<Cohort>> exclusive = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Set<Cohort>> shared = new ConcurrentHashMap<>();
    private final Engine engine;

    Cohorts(Engine engine) {
        this.engine = engine;
    }

    /** The cohort to enter; it may be over before that happens, and then another has to be asked for. */
    Cohort open(String name, Demand demand, LockOptions options, String note) {
        if (!demand.exclusive()) {
            return own(new Cohort(engine, name, demand, options, note));
        }
        for (Cohort cohort : exclusive.getOrDefault(name, List.of())) {
            if (cohort.wants(demand, options, note)) {
                return cohort;
            }
        }
        return common(new Cohort(engine, name, demand, options, note));
    }

    private Cohort own(Cohort created) {
        shared.compute(created.name, (name, before) -> {
            Set<Cohort> all = before == null ? ConcurrentHashMap.newKeySet() : before;
            all.add(created);
            return all;
        });
        return created;
    }

    private Cohort common(Cohort created) {
        List<Cohort> all = exclusive.merge(created.name, List.of(created), (before, added) -> {
            return find(before, created) != null ? before : concat(before, created);
        });
        Cohort winner = find(all, created);
        return winner == null ? created : winner;
    }

    private static @Nullable Cohort find(List<Cohort> cohorts, Cohort like) {
        for (Cohort cohort : cohorts) {
            if (cohort.wants(like.demand, like.options, like.note)) {
                return cohort;
            }
        }
        return null;
    }

    private static List<Cohort> concat(List<Cohort> before, Cohort added) {
        Cohort[] all = before.toArray(new Cohort[before.size() + 1]);
        all[before.size()] = added;
        return List.of(all);
    }

    void remove(Cohort cohort) {
        if (cohort.demand.exclusive()) {
            exclusive.computeIfPresent(cohort.name, (name, all) -> {
                if (all.size() == 1) {
                    return all.get(0) == cohort ? null : all;
                }
                return all.stream().filter(other -> other != cohort).toList();
            });
        } else {
            shared.computeIfPresent(cohort.name, (name, all) -> {
                all.remove(cohort);
                return all.isEmpty() ? null : all;
            });
        }
    }

    /** Those who share a lock, each by itself. */
    private Set<Cohort> sharing(String name) {
        return shared.getOrDefault(name, Set.of());
    }

    /** Whether a thread waited for a read lease, and got it, that is active still. */
    boolean isReading(Thread thread, String name) {
        for (Cohort cohort : sharing(name)) {
            HeldLease lease = cohort.lease();
            // Its validity is looked at first, since that ends a lease whose time is over.
            if (lease != null && lease.isTakenBy(thread) && (lease.isValid() || lease.isActive())) {
                return true;
            }
        }
        return false;
    }

    void forEach(String name, Consumer<Cohort> action) {
        exclusive.getOrDefault(name, List.of()).forEach(action);
        sharing(name).forEach(action);
    }

    void forEach(Consumer<Cohort> action) {
        exclusive.values().forEach(all -> all.forEach(action));
        shared.values().forEach(all -> all.forEach(action));
    }

    boolean isEmpty() {
        return exclusive.isEmpty() && shared.isEmpty();
    }
}
