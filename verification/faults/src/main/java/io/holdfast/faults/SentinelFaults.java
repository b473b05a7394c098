package io.holdfast.faults;

import io.holdfast.servers.RedisServer;
import io.holdfast.servers.Replication;
import io.holdfast.servers.SentinelGroup;
import java.time.Duration;

/** What can happen to a group that Sentinels watch. */
final class SentinelFaults {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private SentinelFaults() {}

    /** The master dies, and a replica that is up to date, or nearly so, takes its place. */
    static Fault failover() {
        return (scene, aim) -> {
            scene.site(RedisSite.class).deployment(SentinelGroup.class).failOver();
            return () -> {};
        };
    }

    /** The replicas lag behind by some time when the master dies. */
    static Fault failoverThatLosesTheTail() {
        return (scene, aim) -> {
            SentinelGroup group = scene.site(RedisSite.class).deployment(SentinelGroup.class);
            Replication.detach(group.currentMaster());
            Lag.grow(group.currentMaster(), group.servers(), aim);
            group.failOver();
            return () -> {};
        };
    }

    /** The master hangs until another has its place, and then goes on as if nothing had happened. */
    static Fault masterHangs() {
        return (scene, aim) -> {
            SentinelGroup group = scene.site(RedisSite.class).deployment(SentinelGroup.class);
            RedisServer master = group.currentMaster();
            master.pause();
            Until.must("another master", PATIENCE, () -> group.currentMaster() != master);
            return master::resume;
        };
    }

    /** Two of the three Sentinels die. */
    static Fault sentinelsKilled() {
        return (scene, aim) -> {
            SentinelGroup group = scene.site(RedisSite.class).deployment(SentinelGroup.class);
            RedisServer one = group.sentinels().get(aim % 3);
            RedisServer other = group.sentinels().get((aim + 1) % 3);
            one.kill();
            other.kill();
            // Whoever has to connect now has one Sentinel to ask.
            group.currentMaster().command("CLIENT", "KILL", "TYPE", "normal");
            return () -> {
                one.start();
                other.start();
            };
        };
    }
}
