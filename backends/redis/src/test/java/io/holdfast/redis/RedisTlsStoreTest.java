package io.holdfast.redis;

import io.holdfast.servers.RedisBinary;
import io.holdfast.servers.RedisOptions;
import io.holdfast.servers.TlsCertificates;
import io.holdfast.tck.StoreContract;
import io.holdfast.tck.StoreFixture;
import java.util.stream.Stream;

/** The contract over TLS, as a user that has the rights that the documentation lists and no others. */
class RedisTlsStoreTest extends StoreContract {

    /** As in docs/redis.md. */
    static final String RIGHTS = "~lock:* ~{lock:* ~~* ~{*}:* ~holdfast:client:* &holdfast:inbox:*"
            + " -@all +@connection +eval +evalsha +scan +subscribe +unsubscribe +publish +time +type +exists +get +set"
            + " +del +pttl +pexpire +zadd +zrem +zrange +zrevrange +zcard +zscore +zremrangebyrank +hget +hset +hdel +hkeys";

    @Override
    protected StoreFixture fixture() {
        TlsCertificates certificates = TlsCertificates.create();
        String[] user = Stream.concat(
                        Stream.of("--user", "app", "on", ">s3cret/&+more", "resetchannels"),
                        Stream.of(RIGHTS.split(" ")))
                .toArray(String[]::new);
        RedisOptions options = RedisOptions.of(RedisBinary.PACKAGED)
                .tls(certificates)
                .password("admin")
                .with(user);
        return new RedisFixture(
                options,
                server -> "rediss://app:s3cret%2F&+more@" + server.address() + "?caFile="
                        + certificates.certificateFile());
    }
}
