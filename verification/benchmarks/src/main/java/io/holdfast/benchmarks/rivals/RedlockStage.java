package io.holdfast.benchmarks.rivals;

import io.holdfast.LockOptions;
import io.holdfast.benchmarks.measure.Meter;
import io.holdfast.servers.IndependentMasters;
import io.holdfast.servers.RedisOptions;
import io.holdfast.servers.RedisServer;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;

/** Five Redis servers that know nothing of each other, and locks that a majority of them grants. */
public final class RedlockStage implements Stage {

    private static final int NODES = 5;

    /** So long after its start a server has no vote in Holdfast, since it may have forgotten what it granted. */
    private static final Duration PROBATION = Duration.ofSeconds(61);

    private final IndependentMasters servers =
            IndependentMasters.start(RedisOptions.of(RedisStage.newestBinary()), NODES);
    private final Meter meter = new RedisMeter(servers.servers());
    private final List<Contender> contenders = List.of(
            new HoldfastRival(
                    "holdfast", servers.uri(), EnumSet.of(Part.LOCK, Part.READ, Part.WRITE), LockOptions.defaults()),
            new RedissonRedlockRival(
                    "redisson", servers.servers().stream().map(RedisServer::uri).toList()));

    /** Starts them. */
    public RedlockStage() {}

    @Override
    public List<Contender> contenders() {
        return contenders;
    }

    @Override
    public String server() {
        return "Redis " + RedisStage.newestBinary().version();
    }

    @Override
    public Meter meter() {
        return meter;
    }

    @Override
    public void awaitReady() {
        servers.awaitUptime(PROBATION);
    }

    @Override
    public void close() {
        servers.close();
    }
}
