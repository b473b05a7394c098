package io.holdfast.redis;

import io.holdfast.servers.RedisBinary;
import io.holdfast.servers.RedisOptions;
import io.holdfast.servers.SentinelGroup;
import io.holdfast.tck.StoreContract;
import io.holdfast.tck.StoreFixture;

/** The contract, on the master that Sentinels name. */
class RedisSentinelStoreTest extends StoreContract {

    @Override
    protected StoreFixture fixture() {
        SentinelGroup group =
                SentinelGroup.start(RedisOptions.of(RedisBinary.PACKAGED).appendOnly());
        return new RedisFixture(group, group.uri(), () -> group.currentMaster().restart());
    }
}
