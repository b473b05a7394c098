package io.holdfast.servers;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One of those who watch a master and its replicas.
 *
 * @param server its process
 */
record Sentinel(RedisServer server) {

    /** Starts one that watches a master whose replicas are there: it asks for them at once, then every 10 s only. */
    static Sentinel start(RedisServer master, RedisOptions options) {
        // In a file, not by commands: it would connect without the password before it is told, and stay so for 15 s.
        StringBuilder config = new StringBuilder();
        config.append("sentinel monitor %s 127.0.0.1 %d 2%n".formatted(SentinelGroup.NAME, master.port()));
        // More than the second that a Sentinel takes to its first ping after a failover: with less it would believe the
        // new master dead as well, and two that do so at once fail over again.
        config.append("sentinel down-after-milliseconds %s 1500%n".formatted(SentinelGroup.NAME));
        // Also the time within which a promoted replica has to be seen as master, which a look each second finds out;
        // twice as much passes before a vote that nobody won is repeated.
        config.append("sentinel failover-timeout %s 2000%n".formatted(SentinelGroup.NAME));
        if (options.password() != null) {
            config.append("sentinel auth-pass %s \"%s\"%n".formatted(SentinelGroup.NAME, options.password()));
        }
        return new Sentinel(RedisServer.start(options.sentinel(config.toString())));
    }

    /** {@return the port of the server that it calls the master} */
    int masterPort() {
        List<?> address = (List<?>) server.reply("SENTINEL", "GET-MASTER-ADDR-BY-NAME", SentinelGroup.NAME);
        return Integer.parseInt((String) address.get(1));
    }

    /** {@return whether it finds so many others of its kind, and so many replicas, and all of them well} */
    boolean sees(int sentinels, int replicas) {
        Map<String, String> master = pairs(server.reply("SENTINEL", "MASTER", SentinelGroup.NAME));
        List<?> found = (List<?>) server.reply("SENTINEL", "REPLICAS", SentinelGroup.NAME);
        return "master".equals(master.get("flags"))
                && Integer.toString(sentinels).equals(master.get("num-other-sentinels"))
                && found.size() == replicas
                && found.stream()
                        .allMatch(replica -> "slave".equals(pairs(replica).get("flags")));
    }

    private static Map<String, String> pairs(Object reply) {
        List<?> words = (List<?>) reply;
        Map<String, String> pairs = new HashMap<>();
        for (int i = 0; i < words.size(); i += 2) {
            pairs.put((String) words.get(i), (String) words.get(i + 1));
        }
        return pairs;
    }
}
