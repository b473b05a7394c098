package io.holdfast.redis;

import io.holdfast.servers.RedisBinary;
import io.holdfast.servers.RedisCluster;
import io.holdfast.servers.RedisOptions;
import io.holdfast.tck.StoreContract;
import io.holdfast.tck.StoreFixture;
import java.util.stream.Stream;

/**
 * The contract on a Cluster whose messages stay in their slots, Redis 7, as a user that has the rights that the
 * documentation lists and no others.
 */
class RedisClusterStoreTest extends StoreContract {

    /** As in docs/redis.md. */
    private static final String RIGHTS =
            RedisTlsStoreTest.RIGHTS + " &{*}:inbox:* +spublish +ssubscribe +sunsubscribe +asking +cluster|slots";

    @Override
    protected StoreFixture fixture() {
        String[] user = Stream.concat(
                        Stream.of("--user", "app", "on", ">s3cret", "resetchannels"), Stream.of(RIGHTS.split(" ")))
                .toArray(String[]::new);
        RedisCluster cluster = RedisCluster.start(
                RedisOptions.of(RedisBinary.PACKAGED).with(user).appendOnly());
        return new RedisFixture(cluster, cluster.uri().replace("//", "//app:s3cret@"), null);
    }
}
