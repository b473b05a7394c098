package io.holdfast.faults;

import io.holdfast.servers.RedisServer;
import io.holdfast.servers.RespConnection;
import java.time.Duration;
import java.util.List;

/** What can happen to Redis servers. */
final class RedisFaults {

    private static final List<String> EVICTING = List.of("allkeys-lru", "allkeys-random", "volatile-ttl");

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private RedisFaults() {}

    /** Some of them stand still: connections stay open, and what is sent meanwhile is done afterwards. */
    static Fault stopped(int count) {
        return (scene, aim) -> {
            List<RedisServer> some = site(scene).servers(aim, count);
            some.forEach(RedisServer::pause);
            return () -> some.forEach(RedisServer::resume);
        };
    }

    /** Some of them are killed, and come back without their data. */
    static Fault killed(int count) {
        return (scene, aim) -> {
            List<RedisServer> some = site(scene).servers(aim, count);
            some.forEach(RedisServer::kill);
            return () -> some.forEach(RedisServer::start);
        };
    }

    /** It keeps an append-only file, and is killed. */
    static Fault killedWithFile() {
        return (scene, aim) -> {
            RedisServer server = site(scene).server(0);
            server.command("CONFIG", "SET", "appendfsync", "always");
            server.command("CONFIG", "SET", "appendonly", "yes");
            Until.must("its file is written", Duration.ofSeconds(5), () -> {
                var info = server.info("persistence");
                return "1".equals(info.get("aof_enabled"))
                        && "0".equals(info.get("aof_rewrite_in_progress"))
                        && "0".equals(info.get("aof_rewrite_scheduled"));
            });
            server.kill();
            return () -> server.start("--appendonly", "yes", "--appendfsync", "always");
        };
    }

    /** Some of them are stopped in an orderly way, and come back empty at once. */
    static Fault restartedEmpty(int count) {
        return (scene, aim) -> {
            site(scene).servers(aim, count).forEach(RedisServer::restartEmpty);
            return () -> {};
        };
    }

    /**
     * Connections are cut once.
     *
     * @param types {@code normal}, {@code pubsub}
     */
    static Fault disconnected(String... types) {
        return (scene, aim) -> {
            for (String type : types) {
                // Those that were cut before have to be back.
                Until.must(
                        "a connection to cut: " + type,
                        PATIENCE,
                        () -> cut(site(scene).servers(), type) > 0);
            }
            return () -> {};
        };
    }

    private static long cut(List<RedisServer> servers, String type) {
        return servers.stream()
                .mapToLong(server -> (Long) server.reply("CLIENT", "KILL", "TYPE", type))
                .sum();
    }

    /** They forget the scripts. */
    static Fault scriptsForgotten() {
        return (scene, aim) -> {
            site(scene).servers().forEach(server -> server.command("SCRIPT", "FLUSH"));
            return () -> {};
        };
    }

    /** It has to evict keys. */
    static Fault evicting() {
        return (scene, aim) -> outOfMemory(site(scene).server(0), EVICTING.get(aim % EVICTING.size()));
    }

    /** It has no memory left, and evicts nothing. */
    static Fault full() {
        return (scene, aim) -> outOfMemory(site(scene).server(0), "noeviction");
    }

    private static Runnable outOfMemory(RedisServer server, String policy) {
        server.command("CONFIG", "SET", "maxmemory-policy", policy);
        server.command("CONFIG", "SET", "maxmemory", "100kb");
        return () -> {
            server.command("CONFIG", "SET", "maxmemory", "0");
            server.command("CONFIG", "SET", "maxmemory-policy", "noeviction");
        };
    }

    /** It accepts nobody, and those who were connected have to come again. */
    static Fault maxClients() {
        return (scene, aim) -> {
            RedisServer server = site(scene).server(0);
            RespConnection own = server.connect();
            own.command("CONFIG", "SET", "maxclients", "1");
            own.command("CLIENT", "KILL", "TYPE", "normal");
            own.command("CLIENT", "KILL", "TYPE", "pubsub");
            return () -> {
                own.command("CONFIG", "SET", "maxclients", "10000");
                own.close();
            };
        };
    }

    /** The clock of one steps, and stays so. */
    static Fault clockStepped(Duration by) {
        return (scene, aim) -> {
            scene.stage().tools().clock().shift(site(scene).server(aim), by);
            return () -> {};
        };
    }

    private static RedisSite site(Scene scene) {
        return scene.site(RedisSite.class);
    }
}
