package io.holdfast.redis;

import io.holdfast.redis.servers.IndependentMasters;
import io.holdfast.redis.servers.RedisBinary;
import io.holdfast.redis.servers.RedisOptions;
import io.holdfast.tck.StoreContract;
import io.holdfast.tck.StoreFixture;

/** The contract on five masters, found by a URI. They had to run for as long as a fresh node has no vote. */
class RedlockStoreTest extends StoreContract {

    @Override
    protected StoreFixture fixture() {
        return new RedlockFixture(IndependentMasters.start(RedisOptions.of(RedisBinary.PACKAGED), 5));
    }
}
