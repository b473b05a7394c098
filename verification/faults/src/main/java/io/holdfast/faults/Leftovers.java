package io.holdfast.faults;

import io.holdfast.history.Event;
import io.holdfast.servers.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Looks what clients that have closed left on the servers, and tells the chronicle. */
final class Leftovers {

    /** How connections of clients are called. */
    static final String CLIENT_NAME = "faults";

    /** Longer than a lease after one that was handed over to nobody. */
    private static final Duration PATIENCE = Duration.ofSeconds(8);

    private final Scene scene;
    private final List<RedisServer> servers;

    Leftovers(Scene scene) {
        this.scene = scene;
        // What is down, or stands still, is not asked; replicas show what their master has.
        servers = scene.servers().stream()
                .filter(RedisServer::isAnswering)
                .filter(server -> "master".equals(server.info("replication").get("role")))
                .toList();
    }

    /**
     * Looks, and waits for what will be gone in a moment.
     *
     * @param keysStay whether keys of locks may stay
     * @param queuesStay whether places in queues may stay, of clients that died, or since the store forgot who left
     */
    void tell(boolean keysStay, boolean queuesStay) {
        awaitNone("connections", this::connections);
        if (!keysStay) {
            awaitNone("locks", () -> keys("lock:*" + tag() + "*"));
        }
        if (!queuesStay) {
            awaitNone("places in queues", () -> filled(keys("*" + tag() + "*:queue")));
        }
        awaitNone("keys for ever", this::lasting);
    }

    private String tag() {
        return scene.names().tag();
    }

    private void awaitNone(String what, Supplier<List<String>> look) {
        if (!Until.holds(PATIENCE, () -> look.get().isEmpty())) {
            scene.chronicle().add(Event.Type.LEFT, what + ": " + look.get());
        }
    }

    private List<String> connections() {
        List<String> found = new ArrayList<>();
        for (RedisServer server : servers) {
            ((String) server.reply("CLIENT", "LIST"))
                    .lines()
                    .filter(line -> line.contains(" name=" + CLIENT_NAME + " "))
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
            for (Object key : (List<?>) server.reply("KEYS", "*" + tag() + "*")) {
                if (Long.valueOf(-1).equals(server.command("PTTL", (String) key))) {
                    found.add((String) key);
                }
            }
        }
        return found;
    }
}
