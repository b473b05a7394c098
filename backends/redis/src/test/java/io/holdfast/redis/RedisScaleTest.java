package io.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LockOptions;
import io.holdfast.servers.RedisBinary;
import io.holdfast.servers.RedisServer;
import io.holdfast.servers.RespConnection;
import io.holdfast.tck.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many locks: what they leave behind, and what it costs to hold them. */
@Timeout(60)
class RedisScaleTest {

    private static final int CHUNK = 500;
    private static final long HOUR = Duration.ofHours(1).toMillis();

    @Test
    void namesThatWereUsedOnceLeaveNothingBehindForEver() {
        int count = 5_000;
        try (RedisServer redis = RedisServer.start(RedisBinary.PACKAGED)) {
            try (Holdfast holdfast = Holdfast.open(redis.uri())) {
                acquire(holdfast, count).forEach(Lease::close);
            }
            try (RespConnection connection = redis.connect()) {
                List<?> keys = (List<?>) connection.command("KEYS", "*");
                assertThat(keys).as("of each its fence").hasSize(count);
                for (Object key : keys) {
                    connection.send("PTTL", (String) key);
                }
                for (Object key : keys) {
                    assertThat((Long) connection.receive()).as("%s", key).isBetween(1L, HOUR + 1);
                }
            }
        }
    }

    @Test
    void tenThousandLeasesAreRenewedWithAFewRequestsPerSecond() {
        int count = 10_000;
        try (RedisServer redis = RedisServer.start(RedisBinary.PACKAGED);
                Holdfast holdfast = Holdfast.open(redis.uri())) {
            List<Lease> leases = acquire(holdfast, count);
            long before = redis.calls("eval", "evalsha");
            long started = System.nanoTime();
            // Two thirds of a lease: twice as long as it takes to renew each of them once.
            Eventually.reached(started + Duration.ofMillis(6_700).toNanos());
            long requests = redis.calls("eval", "evalsha") - before;
            double perSecond = requests * 1e9 / (System.nanoTime() - started);
            System.out.printf("%,d leases of 10 s: %.1f requests per second%n", count, perSecond);
            assertThat(perSecond).isBetween(1.0, 20.0);
            assertThat(leases).allMatch(Lease::isValid);
        }
    }

    private static List<Lease> acquire(Holdfast holdfast, int count) {
        LockOptions options = LockOptions.defaults().lease(Duration.ofSeconds(10));
        List<Lease> leases = new ArrayList<>();
        for (int from = 0; from < count; from += CHUNK) {
            List<CompletableFuture<Lease>> chunk = new ArrayList<>();
            for (int i = from; i < from + CHUNK; i++) {
                chunk.add(holdfast.lock("used:" + i).with(options).acquireAsync());
            }
            chunk.forEach(each -> leases.add(each.join()));
        }
        return leases;
    }
}
