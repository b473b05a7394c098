package io.holdfast.benchmarks;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.Arrays;
import redis.embedded.RedisServer;

/**
 * Lock and unlock, uncontended, against the two plain commands over Lettuce that people copy: {@code SET NX PX}, and a
 * script that compares and deletes. Both in one JVM on one server, in turns; each thread has a lock of its own.
 */
public final class RedisVersusRaw {

    private static final String DELETE =
            "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0";

    private RedisVersusRaw() {}

    /**
     * Measures and prints it.
     *
     * @param arguments none
     * @throws Exception if something fails
     */
    public static void main(String[] arguments) throws Exception {
        int port = Duel.freePort();
        RedisServer server = RedisServer.newRedisServer().port(port).build();
        server.start();
        try {
            compare("redis://127.0.0.1:" + port);
        } finally {
            server.stop();
        }
    }

    private static void compare(String uri) throws Exception {
        RedisClient client = RedisClient.create(uri);
        try (Holdfast holdfast = Holdfast.open(uri)) {
            RedisCommands<String, String> commands = client.connect().sync();
            String delete = commands.scriptLoad(DELETE);
            SetArgs free = SetArgs.Builder.nx().px(10_000);
            Duel.Cycle raw = thread -> {
                String value = Integer.toString(thread);
                String key = "raw:" + value;
                if (!"OK".equals(commands.set(key, value, free))
                        || !Long.valueOf(1)
                                .equals(commands.evalsha(
                                        delete, ScriptOutputType.INTEGER, new String[] {key}, value))) {
                    throw new IllegalStateException("not locked, or not unlocked");
                }
            };
            DistributedLock[] locks = new DistributedLock[16];
            Arrays.setAll(locks, i -> holdfast.lock("own:" + i));
            Duel.Cycle ours = thread -> locks[thread].acquire().close();
            Duel.printHead("uncontended", "raw");
            for (int threads : new int[] {1, 16}) {
                new Duel(raw, ours).print("a lock for each", threads);
            }
        } finally {
            client.shutdown();
        }
    }
}
