package io.holdfast.memory;

import io.holdfast.spi.Answer;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Environment;
import io.holdfast.spi.queue.Claim;
import io.holdfast.spi.queue.ClaimQueue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * A step on several queues at once. Their shards are locked in the order of their numbers, so that no two such steps
 * wait for each other.
 */
final class JointStep {

    /** One of the claims, and where it asks. */
    private record Part(Ask ask, Shard shard) {}

    private final List<Part> parts;
    private final List<Shard> shards;

    JointStep(List<Ask> asks, Function<String, Shard> shardOf) {
        this.parts = asks.stream()
                .map(ask -> new Part(ask, shardOf.apply(ask.name())))
                .toList();
        this.shards = parts.stream()
                .map(Part::shard)
                .distinct()
                .sorted(Comparator.comparingInt(shard -> shard.number))
                .toList();
    }

    /** Grants all of the claims or none, and then tells those whom a lock was handed to that was found to be free. */
    List<Answer> acquire(MemorySession session, Environment.Clock clock) {
        List<Claim<MemorySession>> handed = new ArrayList<>();
        shards.forEach(Shard::lock);
        try {
            return acquire(session, clock.nanos(), handed);
        } finally {
            shards.forEach(Shard::unlock);
            Shard.tell(handed);
        }
    }

    private List<Answer> acquire(MemorySession session, long now, List<Claim<MemorySession>> handed) {
        List<ClaimQueue<MemorySession>> queues =
                parts.stream().map(part -> part.shard.queue(part.ask.name())).toList();
        try {
            return ClaimQueue.acquireAll(parts.stream().map(Part::ask).toList(), queues, session, now);
        } finally {
            for (int i = 0; i < parts.size(); i++) {
                handed.addAll(parts.get(i).shard.keep(parts.get(i).ask.name(), queues.get(i)));
            }
        }
    }
}
