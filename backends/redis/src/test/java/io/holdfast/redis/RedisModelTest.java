package io.holdfast.redis;

import io.holdfast.memory.MemoryStore;
import io.holdfast.servers.RedisBinary;
import io.holdfast.servers.RedisServer;
import io.holdfast.spi.Demand;
import io.holdfast.tck.Client;
import io.holdfast.tck.RealTime;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Redis does what the in-memory store does, the model of the contract: the same requests, at random, get the same answers
 * from both, and leave the same holders and the same queue. With {@code -Dholdfast.worlds=2000} there are more of them.
 */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class RedisModelTest {

    private static final int WORLDS = Integer.getInteger("holdfast.worlds", 40);

    /** {@return what can be asked for in a world} */
    static Stream<List<Demand>> worlds() {
        return Stream.of(
                List.of(Demand.MUTEX),
                List.of(Demand.READ, Demand.READ, Demand.WRITE),
                List.of(Demand.permits(1, 3), Demand.permits(2, 3), Demand.permits(3, 3)));
    }

    @ParameterizedTest
    @MethodSource("worlds")
    void theSameRequestsGetTheSameAnswers(List<Demand> demands) {
        try (RedisServer redis = RedisServer.start(RedisBinary.EMBEDDED);
                RealTime time = new RealTime();
                Client model = new Client(MemoryStore.create(), time.environment());
                Client real = new Client(new RedisStoreProvider().store(redis.uri()), time.environment())) {
            for (int seed = 0; seed < WORLDS; seed++) {
                new ModelWorld(new Random(seed), "world:" + seed, demands, model, real).run();
            }
        }
    }
}
