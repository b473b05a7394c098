package io.holdfast.faults;

import io.holdfast.servers.RedisServer;
import java.util.ArrayList;
import java.util.List;

/** What clients could leave on Redis servers. */
final class RedisLeftovers {

    private final List<RedisServer> servers;
    private final String tag;

    /**
     * Looks for it.
     *
     * @param servers where
     * @param tag what is in the names of all locks
     */
    RedisLeftovers(List<RedisServer> servers, String tag) {
        // What is down, or stands still, is not asked; replicas show what their master has.
        this.servers = servers.stream()
                .filter(RedisServer::isAnswering)
                .filter(server -> "master".equals(server.info("replication").get("role")))
                .toList();
        this.tag = tag;
    }

    List<Leftover> all(Pardon pardon) {
        List<Leftover> all = new ArrayList<>();
        all.add(new Leftover("connections", this::connections));
        if (!pardon.locks()) {
            all.add(new Leftover("locks", () -> keys("lock:*" + tag + "*")));
        }
        if (!pardon.places()) {
            all.add(new Leftover("places in queues", () -> filled(keys("*" + tag + "*:queue"))));
        }
        all.add(new Leftover("keys for ever", this::lasting));
        return all;
    }

    private List<String> connections() {
        List<String> found = new ArrayList<>();
        for (RedisServer server : servers) {
            ((String) server.reply("CLIENT", "LIST"))
                    .lines()
                    .filter(line -> line.contains(" name=" + RedisSite.CLIENT_NAME + " "))
                    .forEach(found::add);
        }
        return found;
    }

    private List<String> keys(String pattern) {
        List<String> found = new ArrayList<>();
        for (RedisServer server : servers) {
            for (Object key : (List<?>) server.reply("KEYS", pattern)) {
                found.add((String) key);
            }
        }
        return found;
    }

    private List<String> filled(List<String> queues) {
        return queues.stream()
                .filter(queue -> servers.stream().anyMatch(server -> isFilled(server, queue)))
                .toList();
    }

    private static boolean isFilled(RedisServer server, String queue) {
        try {
            return (Long) server.reply("ZCARD", queue) > 0;
        } catch (RuntimeException elsewhere) {
            return false;
        }
    }

    private List<String> lasting() {
        List<String> found = new ArrayList<>();
        for (RedisServer server : servers) {
            for (Object key : (List<?>) server.reply("KEYS", "*" + tag + "*")) {
                if (Long.valueOf(-1).equals(server.command("PTTL", (String) key))) {
                    found.add((String) key);
                }
            }
        }
        return found;
    }
}
