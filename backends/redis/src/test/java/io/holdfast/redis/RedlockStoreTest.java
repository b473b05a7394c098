package io.holdfast.redis;

import io.holdfast.servers.IndependentMasters;
import io.holdfast.servers.RedisBinary;
import io.holdfast.servers.RedisOptions;
import io.holdfast.tck.StoreContract;
import io.holdfast.tck.StoreFixture;
import java.util.stream.Stream;

/**
 * The contract on five masters, found by a URI, as a user that has the rights that the documentation lists and no others.
 * They have run for as long as a fresh node has no vote.
 */
class RedlockStoreTest extends StoreContract {

    /** As in docs/redlock.md. */
    private static final String RIGHTS = "~lock:* ~{lock:* ~~* ~{*}:* ~holdfast:client:* &holdfast:inbox:*"
            + " -@all +@connection +eval +evalsha +info +scan +subscribe +unsubscribe +publish +time +type +exists +get"
            + " +set +del +pttl +pexpire +zadd +zrem +zrange +zrangebyscore +zcard +zscore +zpopmin +hget +hset +hdel";

    @Override
    protected StoreFixture fixture() {
        String[] user = Stream.concat(
                        Stream.of("--user", "app", "on", ">s3cret", "resetchannels"), Stream.of(RIGHTS.split(" ")))
                .toArray(String[]::new);
        return new RedlockFixture(
                IndependentMasters.start(RedisOptions.of(RedisBinary.PACKAGED).with(user), 5), "app:s3cret@");
    }
}
