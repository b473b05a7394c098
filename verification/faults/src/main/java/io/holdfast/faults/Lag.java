package io.holdfast.faults;

import io.holdfast.servers.RedisServer;
import java.time.Duration;
import java.util.List;

/** How far replicas are behind. */
final class Lag {

    private Lag() {}

    /** Waits until replicas that were cut off have missed some writes, and then a little longer. */
    static void grow(RedisServer master, List<RedisServer> replicas, int aim) {
        long before = offset(master, "master_repl_offset");
        Until.pass(Duration.ofMillis(300 + aim % 500));
        Until.must(
                "the master has written what no replica has",
                Duration.ofSeconds(5),
                () -> offset(master, "master_repl_offset") > before
                        && replicas.stream()
                                .filter(replica -> replica != master)
                                .allMatch(replica -> offset(replica, "slave_repl_offset") <= before));
    }

    private static long offset(RedisServer server, String name) {
        return Long.parseLong(server.info("replication").getOrDefault(name, "0"));
    }
}
