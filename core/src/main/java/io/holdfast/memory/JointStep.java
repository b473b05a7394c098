package io.holdfast.memory;

import io.holdfast.spi.Answer;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Environment;
import io.holdfast.spi.StoreSession;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * A step on several queues at once. Their shards are locked in the order of their numbers, so that no two such steps
 * wait for each other.
 */
final class JointStep {

    private static final Answer NOT_IN_THE_WAY = new Answer.Busy(StoreSession.HEARTBEAT, "");

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
        List<Claim> handed = new ArrayList<>();
        shards.forEach(Shard::lock);
        try {
            return acquire(session, clock.nanos(), handed);
        } finally {
            shards.forEach(Shard::unlock);
            Shard.tell(handed);
        }
    }

    private List<Answer> acquire(MemorySession session, long now, List<Claim> handed) {
        List<ClaimQueue> queues =
                parts.stream().map(part -> part.shard.queue(part.ask.name())).toList();
        try {
            List<Answer> answers = new ArrayList<>();
            boolean free = true;
            for (int i = 0; i < parts.size(); i++) {
                Answer obstacle = queues.get(i).obstacle(parts.get(i).ask, now);
                free &= obstacle == null;
                answers.add(obstacle == null ? NOT_IN_THE_WAY : obstacle);
            }
            for (int i = 0; free && i < parts.size(); i++) {
                answers.set(i, queues.get(i).acquire(parts.get(i).ask, false, session, now));
            }
            return answers;
        } finally {
            for (int i = 0; i < parts.size(); i++) {
                handed.addAll(parts.get(i).shard.keep(parts.get(i).ask.name(), queues.get(i)));
            }
        }
    }
}
