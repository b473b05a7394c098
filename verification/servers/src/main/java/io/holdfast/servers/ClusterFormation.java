package io.holdfast.servers;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** How empty nodes become a Cluster: the first half as masters, the second half as their replicas. */
final class ClusterFormation {

    private static final int SLOTS = 16_384;

    private final List<RedisServer> nodes;
    private final int masters;

    ClusterFormation(List<RedisServer> nodes) {
        this.nodes = nodes;
        this.masters = nodes.size() / 2;
    }

    /** Tells every node what it is, and returns before all of them are ready. */
    void form() {
        for (int i = 0; i < nodes.size(); i++) {
            nodes.get(i).command("CLUSTER", "SET-CONFIG-EPOCH", Integer.toString(i + 1));
        }
        for (int i = 0; i < masters; i++) {
            Stream<String> slots = IntStream.range(i * SLOTS / masters, (i + 1) * SLOTS / masters)
                    .mapToObj(Integer::toString);
            nodes.get(i)
                    .command(Stream.concat(Stream.of("CLUSTER", "ADDSLOTS"), slots)
                            .toArray(String[]::new));
        }
        for (RedisServer node : nodes.subList(1, nodes.size())) {
            nodes.get(0).command("CLUSTER", "MEET", "127.0.0.1", Integer.toString(node.port()));
        }
        Await.until("all nodes have met", () -> nodes.stream().allMatch(this::hasMetAll));
        for (int i = 0; i < masters; i++) {
            nodes.get(masters + i).command("CLUSTER", "REPLICATE", id(nodes.get(i)));
        }
    }

    private boolean hasMetAll(RedisServer node) {
        String known = (String) node.reply("CLUSTER", "NODES");
        return !known.contains("handshake") && known.lines().count() == nodes.size();
    }

    /** {@return the name by which a node is known in its Cluster} */
    static String id(RedisServer node) {
        return (String) node.reply("CLUSTER", "MYID");
    }
}
