package io.holdfast.redis;

import io.holdfast.ClaimInfo;
import io.holdfast.ClientInfo;
import io.holdfast.LockInfo;
import io.holdfast.LockKind;
import io.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What the server showed of one lock, before it is known who its clients are. */
final class LockState {

    private static final Duration FOR_EVER = Duration.ofDays(365);
    private static final long FORGET_AFTER = StoreSession.FORGET_AFTER.toMillis();

    /**
     * One place.
     *
     * @param owner whose
     * @param client the id of its client, if it is known
     * @param info what is shown of it
     */
    private record Place(String owner, @Nullable String client, ClaimInfo info) {}

    private final String name;
    private final List<Place> holders = new ArrayList<>();
    private final List<Place> waiters = new ArrayList<>();

    LockState(String name, List<Object> reply) {
        this.name = name;
        long micros = (Long) reply.get(0);
        String value = (String) reply.get(1);
        if (!value.isEmpty()) {
            holders.add(holder(LockValue.of(value), micros, (Long) reply.get(2), (String) reply.get(3)));
        }
        List<?> records = (List<?>) reply.get(4);
        for (int i = 0; i < records.size(); i += 2) {
            addWaiter((String) records.get(i), (String) records.get(i + 1), micros / 1_000);
        }
    }

    private static Place holder(LockValue value, long micros, long ttl, String fence) {
        String[] latest = fence.split(" ", 3);
        String client = latest.length == 3 && latest[1].equals(value.owner()) ? latest[2] : guessClient(value.owner());
        Duration age =
                value.isForeign() ? Duration.ZERO : Duration.ofNanos(Math.max(0, micros - value.token()) * 1_000);
        Duration remaining = ttl < 0 ? FOR_EVER : Duration.ofMillis(ttl);
        return new Place(
                value.owner(),
                value.isForeign() ? null : client,
                new ClaimInfo(value.owner(), Optional.empty(), 1, value.token(), age, remaining));
    }

    /** {@return the client's id as it stands in the owner ids that the engine makes, for when the fence has ended} */
    private static String guessClient(String owner) {
        int dash = owner.lastIndexOf('-');
        return dash < 0 ? owner : owner.substring(0, dash);
    }

    private void addWaiter(String owner, String record, long now) {
        String[] parts = record.split(" ", 6);
        long left = Long.parseLong(parts[0]) + FORGET_AFTER - now;
        if (left > 0) {
            Duration age = Duration.ofMillis(Math.max(0, now - Long.parseLong(parts[1])));
            waiters.add(new Place(
                    owner, parts[5], new ClaimInfo(owner, Optional.empty(), 1, 0, age, Duration.ofMillis(left))));
        }
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
                : Optional.of(new LockInfo(name, LockKind.MUTEX, 1, named(holders, known), named(waiters, known)));
    }

    private static List<ClaimInfo> named(List<Place> places, Map<String, Optional<ClientInfo>> known) {
        return places.stream()
                .map(place -> {
                    Optional<ClientInfo> client = place.client() == null
                            ? Optional.empty()
                            : known.getOrDefault(place.client(), Optional.empty());
                    ClaimInfo info = place.info();
                    return new ClaimInfo(
                            info.owner(), client, info.units(), info.token(), info.age(), info.remaining());
                })
                .toList();
    }
}
