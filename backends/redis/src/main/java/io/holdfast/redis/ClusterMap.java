package io.holdfast.redis;

import io.holdfast.spi.Environment;
import io.lettuce.core.cluster.SlotHash;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Which node has which slot, as far as is known. It is asked for anew whenever something does not fit: a node that was
 * asked in vain, or is out of reach.
 */
final class ClusterMap {

    private static final Duration BETWEEN = Duration.ofMillis(100);

    private final ClusterNodes nodes;
    private final Environment environment;
    private final AtomicReferenceArray<@Nullable NodeAddress> owners = new AtomicReferenceArray<>(SlotHash.SLOT_COUNT);
    private volatile Map<NodeAddress, Set<NodeAddress>> replicas = Map.of();
    private long asked;
    private @Nullable CompletableFuture<Void> latest;

    ClusterMap(ClusterNodes nodes, Environment environment) {
        this.nodes = nodes;
        this.environment = environment;
    }

    /** {@return the master of a slot, or null if that is not known} */
    @Nullable
    NodeAddress owner(int slot) {
        return owners.get(slot);
    }

    /** Notes what a node said about one slot. */
    void moved(int slot, NodeAddress to) {
        owners.set(slot, to);
        var unused = refresh();
    }

    /** {@return all masters that have slots, in the order of these} */
    Set<NodeAddress> masters() {
        Set<NodeAddress> masters = new LinkedHashSet<>();
        for (int slot = 0; slot < SlotHash.SLOT_COUNT; slot++) {
            NodeAddress owner = owners.get(slot);
            if (owner != null) {
                masters.add(owner);
            }
        }
        return masters;
    }

    /** {@return the nodes that are known, those first that know best; those of the same rank in any order} */
    List<NodeAddress> known() {
        Random random = new Random(environment.random().nextLong());
        List<NodeAddress> known = new ArrayList<>(masters());
        Collections.shuffle(known, random);
        List<NodeAddress> others = new ArrayList<>();
        replicas.values().forEach(others::addAll);
        Collections.shuffle(others, random);
        known.addAll(others);
        return known;
    }

    /** {@return how many replicas a master has that the others know of, whether or not they can be reached} */
    int replicas(NodeAddress master) {
        return replicas.getOrDefault(master, Set.of()).size();
    }

    /** Asks anew. {@return completes when somebody answered, now or a moment ago} */
    synchronized CompletableFuture<Void> refresh() {
        long now = environment.clock().nanos();
        if (latest == null || (latest.isDone() && now - asked >= BETWEEN.toNanos())) {
            asked = now;
            latest = nodes.seeds()
                    .thenCompose(this::search)
                    .thenAccept(this::take)
                    .toCompletableFuture();
        }
        return latest;
    }

    private CompletableFuture<ClusterView> search(List<NodeAddress> seeds) {
        Set<NodeAddress> candidates = new LinkedHashSet<>(known());
        candidates.addAll(seeds);
        return new ViewSearch(nodes, environment, List.copyOf(candidates)).find();
    }

    private void take(ClusterView view) {
        for (int slot = 0; slot < SlotHash.SLOT_COUNT; slot++) {
            owners.set(slot, view.owners().get(slot));
        }
        replicas = view.replicas();
        nodes.keep(masters());
    }
}
