package io.holdfast.benchmarks.rivals;

import io.holdfast.benchmarks.measure.Hold;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.params.SetParams;

/**
 * The {@link Raw} commands over Jedis, with a pool for each client that has a connection for every thread.
 *
 * @param name what it is called
 * @param port of the server
 */
record JedisRival(String name, int port) implements Contender {

    private static final int CONNECTIONS = 64;

    @Override
    public Set<Part> parts() {
        return EnumSet.of(Part.LOCK);
    }

    @Override
    public boolean waits() {
        return false;
    }

    @Override
    public Clients open(int count) {
        List<RedisClient> clients = Several.open(count, i -> connect());
        String script = clients.get(0).scriptLoad(Raw.DELETE);
        return new Clients() {
            @Override
            public Hold hold(int client, Part part, String lock) {
                return new RawHold(clients.get(client), script, lock);
            }

            @Override
            public void close() {
                Several.close(clients);
            }
        };
    }

    private RedisClient connect() {
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(CONNECTIONS);
        pool.setMaxIdle(CONNECTIONS);
        return RedisClient.builder()
                .hostAndPort(new HostAndPort("127.0.0.1", port))
                .poolConfig(pool)
                .build();
    }

    /** A key, with a value that is nobody else's. */
    private static final class RawHold implements Hold {

        private static final SetParams FREE = SetParams.setParams().nx().px(Raw.LEASE_MILLIS);

        private final RedisClient redis;
        private final String script;
        private final String key;
        private final List<String> keys;
        private final List<String> value = List.of(Long.toHexString(System.identityHashCode(this)));

        RawHold(RedisClient redis, String script, String key) {
            this.redis = redis;
            this.script = script;
            this.key = key;
            this.keys = List.of(key);
        }

        @Override
        public void acquire() {
            Raw.check("OK".equals(redis.set(key, value.get(0), FREE)), key);
        }

        @Override
        public void release() {
            Raw.check(Long.valueOf(1).equals(redis.evalsha(script, keys, value)), key);
        }
    }
}
