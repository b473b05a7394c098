package io.holdfast.redis;

import io.holdfast.servers.RedisBinary;
import io.holdfast.servers.RedisOptions;
import io.holdfast.tck.StoreContract;
import io.holdfast.tck.StoreFixture;

/** The contract, on Redis 7. */
class Redis7StoreTest extends StoreContract {

    @Override
    protected StoreFixture fixture() {
        return new RedisFixture(RedisOptions.of(RedisBinary.PACKAGED));
    }
}
