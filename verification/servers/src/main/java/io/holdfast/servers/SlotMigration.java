package io.holdfast.servers;

import java.util.ArrayList;
import java.util.List;

/**
 * A slot of a Cluster on its way from one master to another, step by step, so that a test can look around in between.
 *
 * <p>After {@link #begin()} the old master serves the keys that it still has and answers ASK for the others. A command
 * with several keys of which some have moved gets TRYAGAIN from both, except that up to 6.2 the old master answers ASK.
 * After {@link #finish()} it answers MOVED.
 */
public final class SlotMigration {

    private final RedisCluster cluster;
    private final String slot;
    private final RedisServer source;
    private final RedisServer target;

    SlotMigration(RedisCluster cluster, int slot, RedisServer source, RedisServer target) {
        this.cluster = cluster;
        this.slot = Integer.toString(slot);
        this.source = source;
        this.target = target;
    }

    /**
     * {@return the master that has the slot before}
     */
    public RedisServer source() {
        return source;
    }

    /**
     * {@return the master that has the slot afterwards}
     */
    public RedisServer target() {
        return target;
    }

    /** Opens the slot on both sides. */
    public void begin() {
        target.command("CLUSTER", "SETSLOT", slot, "IMPORTING", ClusterFormation.id(source));
        source.command("CLUSTER", "SETSLOT", slot, "MIGRATING", ClusterFormation.id(target));
    }

    /**
     * {@return the keys of the slot that the old master still has}
     */
    public List<String> keys() {
        List<?> keys = (List<?>) source.reply("CLUSTER", "GETKEYSINSLOT", slot, "100000");
        return keys.stream().map(String.class::cast).toList();
    }

    /**
     * Moves some keys.
     *
     * @param keys keys of the slot; those that do not exist do no harm
     */
    public void move(String... keys) {
        List<String> words = new ArrayList<>(List.of("MIGRATE", "127.0.0.1", Integer.toString(target.port())));
        words.addAll(List.of("", "0", "5000"));
        if (cluster.options().password() != null) {
            words.addAll(List.of("AUTH", cluster.options().password()));
        }
        words.add("KEYS");
        words.addAll(List.of(keys));
        source.command(words.toArray(String[]::new));
    }

    /** Moves all keys that the old master still has. */
    public void moveAll() {
        for (List<String> keys = keys(); !keys.isEmpty(); keys = keys()) {
            move(keys.toArray(String[]::new));
        }
    }

    /** Moves what is left, gives the slot to the new master, and waits until every node knows. */
    public void finish() {
        moveAll();
        String id = ClusterFormation.id(target);
        // The target first: if the source heard of it before, there would be a moment in which nobody has the slot.
        target.command("CLUSTER", "SETSLOT", slot, "NODE", id);
        source.command("CLUSTER", "SETSLOT", slot, "NODE", id);
        Await.until(
                "every node knows who has slot " + slot,
                () -> cluster.agree() && cluster.masterOf(Integer.parseInt(slot)) == target);
    }
}
