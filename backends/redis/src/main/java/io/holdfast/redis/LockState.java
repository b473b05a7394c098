package io.holdfast.redis;

import io.holdfast.ClaimInfo;
import io.holdfast.ClientInfo;
import io.holdfast.LockInfo;
import io.holdfast.LockKind;
import io.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What the server showed of one lock, before it is known who its clients are. */
final class LockState {

    private static final LockType MUTEX = new LockType(LockKind.MUTEX, 1);
    private static final Duration FOR_EVER = Duration.ofDays(365);
    private static final long FORGET_AFTER = StoreSession.FORGET_AFTER.toMillis();

    /**
     * One place.
     *
     * @param client the id of its client, if it is known
     * @param info what is shown of it
     */
    private record Place(@Nullable String client, ClaimInfo info) {}

    private final String name;
    private final long micros;
    private final long now;
    private LockType type = MUTEX;
    private final List<Place> holders = new ArrayList<>();
    private final List<Place> waiters = new ArrayList<>();

    LockState(String name, List<Object> reply) {
        this.name = name;
        this.micros = (Long) reply.get(0);
        this.now = micros / 1_000;
        addWaiters((List<?>) reply.get(4));
        String value = (String) reply.get(1);
        String head = (String) reply.get(5);
        if (!value.isEmpty()) {
            addHolder(LockValue.of(value), (Long) reply.get(2), (String) reply.get(3));
        } else if (!head.isEmpty()) {
            addSharing(head, (List<?>) reply.get(6));
        }
    }

    private void addHolder(LockValue value, long ttl, String fence) {
        type = MUTEX;
        String[] latest = fence.split(" ", 3);
        boolean known = latest.length == 3 && latest[1].equals(value.owner());
        NotedClient client = NotedClient.of(known ? latest[2] : guessClient(value.owner()));
        Duration remaining = ttl < 0 ? FOR_EVER : Duration.ofMillis(ttl);
        Duration age = value.isForeign() ? Duration.ZERO : since(value.token());
        holders.add(place(value.isForeign() ? null : client, value.owner(), 1, value.token(), age, remaining));
    }

    /** Adds those who share the lock, in the order in which they came. */
    private void addSharing(String head, List<?> claims) {
        type = LockType.of(head).orElse(type);
        long token = Long.parseLong(head.substring(head.lastIndexOf(':') + 1));
        for (int i = 0; i < claims.size(); i += 3) {
            SharedClaim claim = SharedClaim.of((String) claims.get(i));
            long left = Long.parseLong((String) claims.get(i + 1)) - now;
            String[] record = ((String) claims.get(i + 2)).split(" ", 2);
            // The record ends before the claim does if that is renewed for more than an hour with nobody asking.
            boolean known = record.length == 2;
            Duration age = since(known ? Long.parseLong(record[0]) * 1_000 : token == 0 ? micros : token);
            if (left >= 0) {
                NotedClient client = NotedClient.of(known ? record[1] : guessClient(claim.owner()));
                holders.add(place(client, claim.owner(), claim.units(), token, age, Duration.ofMillis(left)));
            }
        }
        holders.sort(Comparator.comparing((Place place) -> place.info().age()).reversed());
    }

    /** {@return the client's id as it stands in the owner ids that the engine makes, for when its record has ended} */
    private static String guessClient(String owner) {
        int dash = owner.lastIndexOf('-');
        return dash < 0 ? owner : owner.substring(0, dash);
    }

    private void addWaiters(List<?> records) {
        for (int i = 0; i < records.size(); i += 2) {
            String[] parts = ((String) records.get(i + 1)).split(" ", 8);
            long left = Long.parseLong(parts[0]) + FORGET_AFTER - now;
            if (left > 0) {
                type = LockType.of(parts[5]).orElse(type);
                waiters.add(place(
                        NotedClient.of(parts[7]),
                        (String) records.get(i),
                        Integer.parseInt(parts[6]),
                        0,
                        since(Long.parseLong(parts[1]) * 1_000),
                        Duration.ofMillis(left)));
            }
        }
    }

    private Duration since(long time) {
        return Duration.ofNanos(Math.max(0, micros - time) * 1_000);
    }

    private static Place place(
            @Nullable NotedClient client, String owner, int units, long token, Duration age, Duration remaining) {
        return new Place(
                client == null ? null : client.client(),
                new ClaimInfo(
                        owner, Optional.empty(), units, token, age, remaining, client == null ? "" : client.note()));
    }

    String name() {
        return name;
    }

    /** {@return the ids of all clients that hold or wait} */
    Set<String> clients() {
        Set<String> clients = new TreeSet<>();
        holders.forEach(place -> addClient(place, clients));
        waiters.forEach(place -> addClient(place, clients));
        return clients;
    }

    private static void addClient(Place place, Set<String> clients) {
        if (place.client() != null) {
            clients.add(place.client());
        }
    }

    Optional<LockInfo> info(Map<String, Optional<ClientInfo>> known) {
        return holders.isEmpty() && waiters.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new LockInfo(name, type.kind(), type.capacity(), named(holders, known), named(waiters, known)));
    }

    private static List<ClaimInfo> named(List<Place> places, Map<String, Optional<ClientInfo>> known) {
        return places.stream()
                .map(place -> {
                    Optional<ClientInfo> client = place.client() == null
                            ? Optional.empty()
                            : known.getOrDefault(place.client(), Optional.empty());
                    ClaimInfo info = place.info();
                    return new ClaimInfo(
                            info.owner(),
                            client,
                            info.units(),
                            info.token(),
                            info.age(),
                            info.remaining(),
                            info.note());
                })
                .toList();
    }
}
