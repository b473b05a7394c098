package io.holdfast.servers;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Which ports serve which slots, as one node of a Cluster sees it.
 *
 * @param shards in the order of their slots
 */
record ClusterView(List<Shard> shards) {

    /**
     * A range of slots and those who have it.
     *
     * @param first its first slot
     * @param last its last slot
     * @param master the port of its master
     * @param replicas the ports of its replicas
     */
    record Shard(long first, long last, int master, Set<Integer> replicas) {}

    /** Asks a node. */
    static ClusterView of(RedisServer node) {
        List<Shard> shards = new ArrayList<>();
        for (Object each : (List<?>) node.reply("CLUSTER", "SLOTS")) {
            List<?> range = (List<?>) each;
            Set<Integer> replicas = new TreeSet<>();
            range.subList(3, range.size()).forEach(replica -> replicas.add(port(replica)));
            shards.add(new Shard((Long) range.get(0), (Long) range.get(1), port(range.get(2)), replicas));
        }
        shards.sort(Comparator.comparing(Shard::first));
        return new ClusterView(List.copyOf(shards));
    }

    /** {@return whether these nodes say that all is well, see the same owners, and see each other and no one else} */
    static boolean isSharedBy(List<RedisServer> nodes) {
        Set<Integer> ports = nodes.stream().map(RedisServer::port).collect(Collectors.toSet());
        List<ClusterView> views = nodes.stream().map(ClusterView::of).distinct().toList();
        return views.size() == 1
                && views.get(0).ports().equals(ports)
                && nodes.stream().allMatch(node -> isWell(node) && !suspectsAny(node, ports));
    }

    /** {@return the port of the master that has the slot} */
    int masterOf(int slot) {
        return shards.stream()
                .filter(shard -> shard.first <= slot && slot <= shard.last)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("nobody has slot " + slot + " in " + this))
                .master;
    }

    private Set<Integer> ports() {
        Set<Integer> ports = new TreeSet<>();
        shards.forEach(shard -> {
            ports.add(shard.master);
            ports.addAll(shard.replicas);
        });
        return ports;
    }

    private static boolean isWell(RedisServer node) {
        return ((String) node.reply("CLUSTER", "INFO")).contains("cluster_state:ok");
    }

    /**
     * {@return whether a node takes one of these for dead, or begins to} A master that was away for just so long that
     * others suspect it is otherwise replaced a moment after it is back.
     */
    private static boolean suspectsAny(RedisServer node, Set<Integer> ports) {
        return ((String) node.reply("CLUSTER", "NODES"))
                .lines()
                .map(line -> line.split(" "))
                .filter(words -> words[2].contains("fail"))
                .anyMatch(words -> ports.contains(Integer.parseInt(words[1].replaceAll(".*:(\\d+)@.*", "$1"))));
    }

    private static int port(Object node) {
        return Math.toIntExact((Long) ((List<?>) node).get(1));
    }
}
