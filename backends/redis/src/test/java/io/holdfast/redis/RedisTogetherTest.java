package io.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Holdfast;
import io.holdfast.InvalidLockException;
import io.holdfast.LockTimeoutException;
import io.holdfast.MultiLease;
import io.holdfast.MultiLock;
import io.holdfast.Release;
import io.holdfast.StoreUnavailableException;
import io.holdfast.servers.RedisBinary;
import io.holdfast.servers.RedisServer;
import io.holdfast.tck.Eventually;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several locks in one script, as the server sees it. */
@Timeout(60)
class RedisTogetherTest {

    private static final Duration SOON = Duration.ofSeconds(5);
    private static final String[] FIVE = {"a", "b", "{c}", "d}e", "f"};

    private static RedisServer redis;

    @BeforeAll
    static void start() {
        redis = RedisServer.start(RedisBinary.EMBEDDED);
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    @BeforeEach
    void empty() {
        redis.command("FLUSHALL");
    }

    @Test
    void fiveLocksAreTakenByOneRequest() throws Exception {
        try (Holdfast holdfast = Holdfast.open(redis.uri())) {
            MultiLock lock = holdfast.lockAll(FIVE);
            lock.acquire().close();
            Eventually.holds("the client has settled", SOON, () -> redis.calls("subscribe") > 0);
            long before = redis.calls("evalsha", "eval");
            MultiLease lease = lock.acquire();
            assertThat(redis.calls("evalsha", "eval") - before).isEqualTo(1);
            lease.tokens()
                    .forEach((name, token) -> assertThat(redis.command("GET", "lock:" + name))
                            .asString()
                            .endsWith(":" + token));
            assertThat(lease.release()).isEqualTo(Release.RELEASED);
            assertThat(redis.command("EXISTS", "lock:a", "lock:f")).isEqualTo(0L);
        }
    }

    @Test
    void moreThanAScriptShouldHandleAreTakenOneByOne() throws Exception {
        String[] many = IntStream.range(0, 101).mapToObj(i -> "many-" + i).toArray(String[]::new);
        try (Holdfast holdfast = Holdfast.open(redis.uri())) {
            long before = redis.calls("evalsha", "eval");
            MultiLease lease = holdfast.lockAll(many).acquire();
            assertThat(redis.calls("evalsha", "eval") - before).isGreaterThanOrEqualTo(101);
            assertThat(lease.release()).isEqualTo(Release.RELEASED);
        }
    }

    @Test
    void aForeignHolderIsInTheWayAndThenItGoesOn() throws Exception {
        redis.command("SET", "lock:b", "go-service:4711", "NX", "PX", "30000");
        for (String uri : new String[] {redis.uri(), redis.uri() + "?mixedUse=true"}) {
            try (Holdfast holdfast = Holdfast.open(uri)) {
                assertThatThrownBy(() -> holdfast.lockAll(FIVE).acquire(Duration.ZERO))
                        .isInstanceOf(LockTimeoutException.class)
                        .hasMessageContaining("'b' was missing");
                assertThat(redis.command("EXISTS", "lock:a", "lock:f")).isEqualTo(0L);
            }
        }
        try (Holdfast holdfast = Holdfast.open(redis.uri())) {
            CompletableFuture<MultiLease> waiting = holdfast.lockAll(FIVE).acquireAsync();
            Eventually.holds(
                    "it waits",
                    SOON,
                    () -> redis.command("EXISTS", "{lock:b}:queue").equals(1L));
            redis.command("DEL", "lock:b");
            assertThat(waiting)
                    .succeedsWithin(SOON)
                    .satisfies(lease -> assertThat(lease.release()).isEqualTo(Release.RELEASED));
        }
    }

    @Test
    void whateverIsWrongWithOneIsFoundBeforeAnyIsGranted() {
        try (Holdfast holdfast = Holdfast.open(redis.uri())) {
            for (String key : new String[] {"lock:f", "{lock:f}:fence", "{lock:f}:queue"}) {
                redis.command("FLUSHALL");
                redis.command("HSET", key, "not", "ours");
                assertThatThrownBy(() -> holdfast.lockAll(FIVE).tryAcquire())
                        .as(key)
                        .isInstanceOf(InvalidLockException.class);
                assertThat(redis.command("EXISTS", "lock:a", "lock:b", "lock:{c}", "lock:d}e"))
                        .as(key)
                        .isEqualTo(0L);
            }
        }
    }

    @Test
    void withoutMemoryNoneIsGranted() {
        try (Holdfast holdfast = Holdfast.open(redis.uri())) {
            redis.command("CONFIG", "SET", "maxmemory", "1");
            try {
                assertThatThrownBy(() -> holdfast.lockAll(FIVE).tryAcquire())
                        .isInstanceOf(StoreUnavailableException.class)
                        .hasMessageContaining("OOM");
            } finally {
                redis.command("CONFIG", "SET", "maxmemory", "0");
            }
            assertThat(redis.command("EXISTS", "lock:a", "lock:b", "lock:{c}", "lock:d}e", "lock:f"))
                    .isEqualTo(0L);
        }
    }
}
