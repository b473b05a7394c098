package io.holdfast.faults;

import io.holdfast.servers.RedisCluster;
import io.holdfast.servers.RedisServer;
import io.holdfast.servers.Replication;
import io.holdfast.servers.SlotMigration;
import java.time.Duration;
import java.util.List;

/** What can happen to a Cluster. */
final class ClusterFaults {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private ClusterFaults() {}

    /** The master of most locks dies, and its replica takes its place. */
    static Fault failover() {
        return (scene, aim) -> {
            scene.site(RedisSite.class).deployment(RedisCluster.class).failOver(slot(scene));
            return () -> {};
        };
    }

    /** The replica lags behind by some time when the master dies. */
    static Fault failoverThatLosesTheTail() {
        return (scene, aim) -> {
            RedisCluster cluster = scene.site(RedisSite.class).deployment(RedisCluster.class);
            RedisServer master = cluster.masterOf(slot(scene));
            RedisServer replica = replicaOf(scene, master);
            Replication.detach(master);
            Lag.grow(master, List.of(replica), aim);
            cluster.failOver(slot(scene));
            return () -> {};
        };
    }

    /** The replica is told to take over, and does so when it has everything. */
    static Fault handover() {
        return (scene, aim) -> {
            RedisCluster cluster = scene.site(RedisSite.class).deployment(RedisCluster.class);
            RedisServer master = cluster.masterOf(slot(scene));
            replicaOf(scene, master).command("CLUSTER", "FAILOVER");
            Until.must("another master", PATIENCE, () -> cluster.masterOf(slot(scene)) != master);
            return () -> {};
        };
    }

    /** The master of most locks hangs until another has its place, and then goes on. */
    static Fault masterHangs() {
        return (scene, aim) -> {
            RedisCluster cluster = scene.site(RedisSite.class).deployment(RedisCluster.class);
            int slot = slot(scene);
            RedisServer master = cluster.masterOf(slot);
            master.pause();
            Until.must("another master", PATIENCE, () -> cluster.masterOf(slot) != master);
            return master::resume;
        };
    }

    /** The slot of most locks moves to another master, key by key, and takes its time. */
    static Fault migration() {
        return (scene, aim) -> {
            RedisCluster cluster = scene.site(RedisSite.class).deployment(RedisCluster.class);
            int slot = slot(scene);
            RedisServer source = cluster.masterOf(slot);
            List<RedisServer> others = scene.site(RedisSite.class).servers().stream()
                    .filter(server -> server != source
                            && "master".equals(server.info("replication").get("role")))
                    .toList();
            SlotMigration migration = cluster.migrate(slot, others.get(aim % others.size()));
            migration.begin();
            List<String> keys = migration.keys();
            for (String key : keys.subList(0, keys.size() / 2)) {
                migration.move(key);
            }
            return migration::finish;
        };
    }

    private static int slot(Scene scene) {
        return scene.site(RedisSite.class)
                .deployment(RedisCluster.class)
                .slotOf(scene.names().slotKey());
    }

    private static RedisServer replicaOf(Scene scene, RedisServer master) {
        String port = Integer.toString(master.port());
        return scene.site(RedisSite.class).servers().stream()
                .filter(server -> port.equals(server.info("replication").get("master_port")))
                .findFirst()
                .orElseThrow();
    }
}
