package io.holdfast.benchmarks.rivals;

import io.holdfast.LockOptions;
import io.holdfast.Order;
import io.holdfast.benchmarks.measure.Meter;
import io.holdfast.servers.RedisBinary;
import io.holdfast.servers.RedisServer;
import java.util.EnumSet;
import java.util.List;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;

/** One Redis. */
public final class RedisStage implements Stage {

    private final RedisServer server = RedisServer.start(newestBinary());
    private final Meter meter = new RedisMeter(server.servers());
    private final List<Contender> contenders = List.of(
            new HoldfastRival("holdfast", server.uri(), EnumSet.allOf(Part.class), LockOptions.defaults()),
            new HoldfastRival(
                    "holdfast strict",
                    server.uri(),
                    EnumSet.allOf(Part.class),
                    LockOptions.defaults().order(Order.STRICT)),
            RedissonRival.all("redisson", server.uri()),
            RedissonRival.of("redisson fair", server.uri(), (client, name) -> client.getFairLock(name)),
            RedissonRival.of("redisson fenced", server.uri(), (client, name) -> client.getFencedLock(name)),
            new SpringRival("spring spin", server.port(), RedisLockType.SPIN_LOCK),
            new SpringRival("spring pub/sub", server.port(), RedisLockType.PUB_SUB_LOCK),
            new LettuceRival("raw lettuce", server.uri()),
            new JedisRival("raw jedis", server.port()));

    /** Starts it. */
    public RedisStage() {}

    /** {@return the Redis of this machine if it has one, otherwise the one that comes with the tests} */
    public static RedisBinary newestBinary() {
        try {
            RedisBinary.PACKAGED.path();
            return RedisBinary.PACKAGED;
        } catch (IllegalStateException missing) {
            return RedisBinary.EMBEDDED;
        }
    }

    @Override
    public List<Contender> contenders() {
        return contenders;
    }

    @Override
    public String server() {
        return "Redis " + newestBinary().version();
    }

    @Override
    public Meter meter() {
        return meter;
    }

    @Override
    public void awaitReady() {}

    @Override
    public void close() {
        server.close();
    }
}
