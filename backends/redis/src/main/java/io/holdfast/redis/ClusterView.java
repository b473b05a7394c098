package io.holdfast.redis;

import io.lettuce.core.cluster.SlotHash;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which node has which slot, as one node sees it.
 *
 * @param owners the master of each slot
 * @param replicas the replicas of each master
 */
record ClusterView(List<@Nullable NodeAddress> owners, Map<NodeAddress, Set<NodeAddress>> replicas) {

    /**
     * {@return what a node answered to CLUSTER SLOTS: for each range its first and its last slot, its master and its
     * replicas, each with host and port and more behind them}
     */
    static ClusterView of(List<Object> reply, NodeAddress asked) {
        List<@Nullable NodeAddress> owners = new ArrayList<>(SlotHash.SLOT_COUNT);
        for (int slot = 0; slot < SlotHash.SLOT_COUNT; slot++) {
            owners.add(null);
        }
        Map<NodeAddress, Set<NodeAddress>> replicas = new LinkedHashMap<>();
        for (Object each : reply) {
            List<?> range = (List<?>) each;
            NodeAddress master = address((List<?>) range.get(2), asked);
            for (int slot = number(range.get(0)); slot <= number(range.get(1)); slot++) {
                owners.set(slot, master);
            }
            Set<NodeAddress> its = replicas.computeIfAbsent(master, none -> new LinkedHashSet<>());
            range.subList(3, range.size()).forEach(replica -> its.add(address((List<?>) replica, asked)));
        }
        return new ClusterView(owners, replicas);
    }

    private static NodeAddress address(List<?> node, NodeAddress asked) {
        Object host = node.get(0);
        return NodeAddress.of(host == null ? "" : (String) host, number(node.get(1)), asked);
    }

    private static int number(Object value) {
        return Math.toIntExact((Long) value);
    }
}
