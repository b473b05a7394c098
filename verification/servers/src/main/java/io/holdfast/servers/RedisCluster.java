package io.holdfast.servers;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A Cluster of three masters, with one replica each. */
public final class RedisCluster implements RedisDeployment {

    private static final int NODES = 6;

    private final RedisOptions options;
    private final List<RedisServer> nodes = new ArrayList<>();

    private RedisCluster(RedisOptions options) {
        this.options = options;
    }

    /**
     * {@return a Cluster whose slots are all served, with replicas in sync}
     *
     * @param binary the program
     */
    public static RedisCluster start(RedisBinary binary) {
        return start(RedisOptions.of(binary));
    }

    /**
     * {@return a Cluster whose slots are all served, with replicas in sync}
     *
     * @param options the settings of each node
     */
    public static RedisCluster start(RedisOptions options) {
        // A replica is listed once its master has sent it something, and that may be a ping: by default after 10 s.
        RedisOptions clustered = options.with("--repl-ping-replica-period", "1")
                .with("--cluster-enabled", "yes", "--cluster-node-timeout", "1000");
        RedisCluster cluster = new RedisCluster(options);
        try {
            for (int i = 0; i < NODES; i++) {
                cluster.nodes.add(RedisServer.start(clustered));
            }
            new ClusterFormation(cluster.nodes).form();
            cluster.awaitReady();
            return cluster;
        } catch (RuntimeException | Error e) {
            cluster.close();
            throw e;
        }
    }

    /**
     * {@return the master that has a slot, as the first node that answers sees it}
     *
     * @param slot 0 to 16383
     */
    public RedisServer masterOf(int slot) {
        return node(ClusterView.of(answering().get(0)).masterOf(slot));
    }

    /**
     * {@return the slot of a key, by its hash tag if it has one}
     *
     * @param key any key
     */
    public int slotOf(String key) {
        return Math.toIntExact((Long) answering().get(0).reply("CLUSTER", "KEYSLOT", key));
    }

    /**
     * Kills the master that has a slot, and waits until its replica has taken over and every node says so.
     *
     * @param slot 0 to 16383
     * @return the new master
     */
    public RedisServer failOver(int slot) {
        RedisServer old = masterOf(slot);
        old.kill();
        Await.until("another master of slot " + slot + " than " + old, () -> agree() && masterOf(slot) != old);
        return masterOf(slot);
    }

    /**
     * {@return a migration that has not begun}
     *
     * @param slot what moves, from its present master
     * @param target another master
     */
    public SlotMigration migrate(int slot, RedisServer target) {
        return new SlotMigration(this, slot, masterOf(slot), target);
    }

    /** Revives what was killed or frozen, and waits until all slots are served and all replicas are in sync. */
    public void heal() {
        nodes.forEach(RedisServer::revive);
        awaitReady();
    }

    private void awaitReady() {
        Await.until(
                "all slots are served and all replicas in sync",
                () -> agree() && ClusterView.of(nodes.get(0)).shards().stream().allMatch(this::isInSync));
    }

    private boolean isInSync(ClusterView.Shard shard) {
        return Replication.isInSync(
                node(shard.master()), shard.replicas().stream().map(this::node).toList());
    }

    /** {@return whether all nodes that answer have the same picture, without those that do not} */
    boolean agree() {
        return ClusterView.isSharedBy(answering());
    }

    private List<RedisServer> answering() {
        return nodes.stream().filter(RedisServer::isAnswering).toList();
    }

    private RedisServer node(int port) {
        return nodes.stream().filter(node -> node.port() == port).findFirst().orElseThrow();
    }

    RedisOptions options() {
        return options;
    }

    @Override
    public List<RedisServer> servers() {
        return List.copyOf(nodes);
    }

    @Override
    public String uri() {
        return "redis-cluster://" + options.userInfo()
                + nodes.stream().map(RedisServer::address).collect(Collectors.joining(","));
    }

    @Override
    public void close() {
        nodes.forEach(RedisServer::close);
    }
}
