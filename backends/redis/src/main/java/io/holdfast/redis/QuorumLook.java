package io.holdfast.redis;

import io.holdfast.ClaimInfo;
import io.holdfast.ClientInfo;
import io.holdfast.InvalidLockException;
import io.holdfast.LockInfo;
import io.holdfast.LockKind;
import io.holdfast.spi.Demand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the nodes showed of one lock. */
final class QuorumLook {

    /**
     * What one node has of a claim.
     *
     * @param node which
     * @param kind as what
     * @param holder whose
     * @param counter the node's counter
     * @param age since when, in microseconds
     * @param left how long it is kept, in milliseconds; negative if for ever
     */
    private record Part(QuorumNode node, String kind, QuorumHolder holder, long counter, long age, long left) {}

    private static final Duration FOR_EVER = Duration.ofDays(365);

    private final QuorumNodes nodes;
    private final String name;
    private final Map<String, List<Part>> parts = new LinkedHashMap<>();
    private final List<String> failures = new ArrayList<>();
    private final List<String> others = new ArrayList<>();

    QuorumLook(QuorumNodes nodes, String name) {
        this.nodes = nodes;
        this.name = name;
    }

    synchronized boolean heard(QuorumNode node, @Nullable List<Object> reply, @Nullable Throwable error) {
        if (reply == null) {
            failures.add(error == null ? node.address() : Votes.failure(node, error));
            return false;
        }
        long now = (Long) reply.get(0);
        long counter = Long.parseLong((String) reply.get(1));
        String type = (String) reply.get(2);
        if (reply.size() == 3 && !type.equals("none")) {
            others.add(type);
        }
        for (int i = 3; i < reply.size(); i += 4) {
            QuorumHolder holder = QuorumHolder.of((String) reply.get(i + 1), (String) reply.get(i + 2));
            long age = holder.since() == 0 ? 0 : Math.max(0, now - holder.since());
            parts.computeIfAbsent(holder.owner(), owner -> new ArrayList<>())
                    .add(new Part(node, (String) reply.get(i), holder, counter, age, (Long) reply.get(i + 3)));
        }
        return true;
    }

    /** {@return this, if enough nodes have answered, and what they have is a lock} */
    synchronized QuorumLook checked() {
        if (nodes.size() - failures.size() < nodes.majority()) {
            throw Votes.noQuorum(nodes, name, "A look at the lock '" + name + "'", failures);
        }
        if (others.size() >= nodes.majority()) {
            throw new InvalidLockException(
                    name, "The key of '" + name + "' is a " + others.get(0) + " and not a lock.", null);
        }
        parts.values().removeIf(some -> some.size() < nodes.majority());
        return this;
    }

    /** {@return the ids of the clients that hold it} */
    Set<String> clients() {
        return parts.values().stream()
                .map(some -> some.get(0).holder().client())
                .filter(id -> !id.isEmpty())
                .collect(Collectors.toSet());
    }

    /** {@return for how long a majority keeps what an owner has, if it has it} */
    Optional<Duration> left(String owner) {
        return Optional.ofNullable(parts.get(owner)).map(some -> {
            // As many have more, or as much, as make a majority.
            long left = some.stream()
                    .mapToLong(part -> part.left() < 0 ? FOR_EVER.toMillis() : part.left())
                    .sorted()
                    .skip(some.size() - nodes.majority())
                    .findFirst()
                    .orElseThrow();
            return Duration.ofMillis(left);
        });
    }

    /** {@return whether no node before this one has it} */
    boolean isFirst(QuorumNode node) {
        for (QuorumNode each : nodes.all()) {
            boolean has = parts.values().stream().flatMap(List::stream).anyMatch(part -> part.node() == each);
            if (has || each == node) {
                return each == node;
            }
        }
        return false;
    }

    Optional<LockInfo> info(Map<String, ClientInfo> clients) {
        if (parts.isEmpty()) {
            return Optional.empty();
        }
        boolean mutex = parts.values().iterator().next().get(0).kind().equals("m");
        List<ClaimInfo> holders = parts.entrySet().stream()
                .map(entry -> claim(entry.getKey(), entry.getValue(), clients))
                .sorted((one, other) -> other.age().compareTo(one.age()))
                .toList();
        return Optional.of(new LockInfo(
                name,
                mutex ? LockKind.MUTEX : LockKind.READ_WRITE,
                mutex ? 1 : Demand.READ.capacity(),
                holders,
                List.of()));
    }

    private ClaimInfo claim(String owner, List<Part> some, Map<String, ClientInfo> clients) {
        Part one = some.get(0);
        boolean ours = one.holder().block() > 0;
        return new ClaimInfo(
                owner,
                Optional.ofNullable(clients.get(one.holder().client())),
                one.kind().equals("w") ? Demand.WRITE.units() : 1,
                ours ? token(one, some) : 0,
                Duration.ofNanos(
                        1_000 * some.stream().mapToLong(Part::age).max().orElse(0)),
                left(owner).orElseThrow(),
                one.holder().note());
    }

    /** {@return the first token: a majority's counters are where the claim has put them, unless it was in two rounds} */
    private long token(Part one, List<Part> some) {
        long last = some.stream()
                .mapToLong(Part::counter)
                .filter(counter ->
                        some.stream().filter(part -> part.counter() == counter).count() >= nodes.majority())
                .findFirst()
                .orElseGet(() -> some.stream().mapToLong(Part::counter).max().orElse(0));
        return one.kind().equals("r") ? last : last - one.holder().block() + 1;
    }
}
