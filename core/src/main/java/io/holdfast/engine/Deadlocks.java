package io.holdfast.engine;

import io.holdfast.ClaimInfo;
import io.holdfast.ClientInfo;
import io.holdfast.Deadlock;
import io.holdfast.LockInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds clients that wait for each other in a circle, by looking at the locks of a store twice.
 *
 * <p>A claim that waits cannot be granted before those have gone who stand before it and leave no room for it; nor before
 * those are granted who stand before it and have room beside it, so it waits for whomever they wait for too. A circle is
 * looked for by walking from client to client along that.
 *
 * <p>Locks are listed one after the other, so one look may show a circle that never was. But an owner id waits once and
 * holds once: a claim that was seen in the same place by two looks was there all the time between them. So a circle of
 * such claims was there between the looks, all of it at once.
 */
final class Deadlocks {

    /** Whom a client waits for, by id, and at which lock. */
    private final Map<String, Map<String, String>> waits = new LinkedHashMap<>();

    private final Map<String, ClientInfo> clients = new HashMap<>();
    private final Set<String> walked = new HashSet<>();

    private Deadlocks() {}

    /** The circles that both looks show; each client is in one of them at most. */
    static List<Deadlock> in(List<LockInfo> earlier, List<LockInfo> later) {
        Set<String> held = owners(earlier.stream().flatMap(lock -> lock.holders().stream()));
        Set<String> waiting = owners(earlier.stream().flatMap(lock -> lock.waiters().stream()));
        Deadlocks search = new Deadlocks();
        for (LockInfo lock : later) {
            search.add(
                    lock,
                    lock.holders().stream()
                            .filter(claim -> held.contains(claim.owner()))
                            .toList(),
                    lock.waiters().stream()
                            .filter(claim -> waiting.contains(claim.owner()))
                            .toList());
        }
        List<Deadlock> found = new ArrayList<>();
        for (String client : search.waits.keySet()) {
            List<String> circle = search.walk(client, new ArrayList<>());
            if (circle != null) {
                found.add(search.describe(circle));
            }
        }
        return found;
    }

    private static Set<String> owners(Stream<ClaimInfo> claims) {
        return claims.map(ClaimInfo::owner).collect(Collectors.toSet());
    }

    private void add(LockInfo lock, List<ClaimInfo> holders, List<ClaimInfo> waiters) {
        List<ClaimInfo> before = new ArrayList<>(holders);
        Set<ClientInfo> inTheWay = new LinkedHashSet<>();
        for (ClaimInfo waiter : waiters) {
            for (ClaimInfo other : before) {
                // The sum of two writers is more than an int can hold.
                if ((long) other.units() + waiter.units() > lock.capacity()) {
                    other.client().ifPresent(inTheWay::add);
                }
            }
            waiter.client().ifPresent(client -> inTheWay.forEach(other -> add(client, other, lock.name())));
            before.add(waiter);
        }
    }

    private void add(ClientInfo client, ClientInfo other, String lock) {
        // A client with threads that wait for each other's locks is nothing unusual.
        if (!client.id().equals(other.id())) {
            clients.put(client.id(), client);
            waits.computeIfAbsent(client.id(), id -> new LinkedHashMap<>()).putIfAbsent(other.id(), lock);
        }
    }

    private @Nullable List<String> walk(String client, List<String> path) {
        int known = path.indexOf(client);
        if (known >= 0) {
            return path.subList(known, path.size());
        }
        if (!walked.add(client)) {
            return null;
        }
        path.add(client);
        for (String next : waits.getOrDefault(client, Map.of()).keySet()) {
            List<String> circle = walk(next, path);
            if (circle != null) {
                return circle;
            }
        }
        path.remove(path.size() - 1);
        return null;
    }

    private Deadlock describe(List<String> circle) {
        List<Deadlock.Wait> described = new ArrayList<>();
        for (int i = 0; i < circle.size(); i++) {
            String client = circle.get(i);
            String next = circle.get((i + 1) % circle.size());
            described.add(new Deadlock.Wait(of(clients, client), of(of(waits, client), next)));
        }
        return new Deadlock(described);
    }

    private static <V> V of(Map<String, V> map, String key) {
        V value = map.get(key);
        if (value == null) {
            throw new IllegalStateException("not in the circle: " + key);
        }
        return value;
    }
}
