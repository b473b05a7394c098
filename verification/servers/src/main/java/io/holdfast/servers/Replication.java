package io.holdfast.servers;

import java.util.List;
import java.util.Map;

/** What happens between a master and its replicas. */
public final class Replication {

    private static final long CONFIRMED_MILLIS = 1_000;

    private Replication() {}

    /**
     * Cuts replicas off, and keeps them off: what the master acknowledges from now on is lost when one of them takes
     * over. Lasts until {@link #attach} or the end of the master's process.
     *
     * @param master a server without users other than the default one for replication
     */
    public static void detach(RedisServer master) {
        // Not by freezing the replicas: what waits in their sockets would arrive afterwards.
        master.command("ACL", "SETUSER", "default", "-psync", "-sync");
        master.command("CLIENT", "KILL", "TYPE", "replica");
        Await.until(
                master + " has no replica",
                () -> "0".equals(master.info("replication").get("connected_slaves")));
    }

    /**
     * Lets replicas come back, which they do within a second or two.
     *
     * @param master a server that was detached from its replicas
     */
    public static void attach(RedisServer master) {
        // Without SYNC, for which a replica asks when PSYNC was denied a moment ago: it would not count offsets then.
        master.command("ACL", "SETUSER", "default", "+psync");
    }

    /**
     * {@return whether each replica follows this master, and has all that the master has acknowledged}
     *
     * @param master the master
     * @param replicas all its replicas
     */
    public static boolean isInSync(RedisServer master, List<RedisServer> replicas) {
        Map<String, String> info = master.info("replication");
        return "master".equals(info.get("role"))
                && Integer.toString(replicas.size()).equals(info.get("connected_slaves"))
                && replicas.stream().allMatch(replica -> follows(replica, master))
                && confirms(master, replicas.size());
    }

    /** The master asks: until it has heard from a new replica for the first time, it sends it nothing, but counts it. */
    private static boolean confirms(RedisServer master, int replicas) {
        try (RespConnection connection = master.connect()) {
            connection.command("PUBLISH", "replication", "");
            return Long.valueOf(replicas)
                    .equals(connection.command("WAIT", Integer.toString(replicas), Long.toString(CONFIRMED_MILLIS)));
        }
    }

    private static boolean follows(RedisServer replica, RedisServer master) {
        Map<String, String> info = replica.info("replication");
        return Integer.toString(master.port()).equals(info.get("master_port"))
                && "up".equals(info.get("master_link_status"));
    }
}
