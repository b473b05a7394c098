package io.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Holdfast;
import io.holdfast.HoldfastException;
import io.holdfast.InvalidLockException;
import io.holdfast.Lease;
import io.holdfast.Release;
import io.holdfast.StoreConfigurationException;
import io.holdfast.StoreUnavailableException;
import io.holdfast.servers.RedisBinary;
import io.holdfast.servers.RedisOptions;
import io.holdfast.servers.RedisServer;
import io.holdfast.servers.RespConnection;
import io.holdfast.servers.TlsCertificates;
import io.holdfast.spi.Held;
import io.holdfast.tck.Client;
import io.holdfast.tck.Eventually;
import io.holdfast.tck.RealTime;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Error replies, each provoked for real on each server, and what users are told: the table in docs/redis.md. */
@ParameterizedClass
@EnumSource
@Timeout(60)
class RedisRepliesTest {

    private static final Duration SOON = Duration.ofSeconds(10);

    @Parameter
    RedisBinary binary;

    private RedisServer redis;

    @AfterEach
    void stop() {
        redis.close();
    }

    private RedisOptions options() {
        return RedisOptions.of(binary);
    }

    @Test
    void aMissingAndAWrongPasswordAreConfiguration() throws Exception {
        redis = RedisServer.start(options().password("s3cret"));
        String uri = "redis://" + redis.address();
        assertRefused(uri, "NOAUTH");
        assertRefused(uri.replace("//", "//:guess%40@"), "WRONGPASS");
        assertRefused(uri.replace("//", "//nobody:guess%40@"), "WRONGPASS");
        try (Holdfast holdfast = Holdfast.open(redis.uri())) {
            holdfast.lock("a").acquire().close();
        }
    }

    @Test
    void missingRightsAreConfiguration() {
        redis = RedisServer.start(options());
        for (String rights : List.of("~other:* +@all", "~* +@all -set", "~* +@all -evalsha")) {
            String[] user = ("ACL SETUSER poor reset on >guess &* " + rights).split(" ");
            redis.command(user);
            try (Holdfast holdfast = Holdfast.open(redis.uri().replace("//", "//poor:guess@"))) {
                assertThatThrownBy(() -> holdfast.lock("a").acquire())
                        .isInstanceOf(StoreConfigurationException.class)
                        .hasMessageContaining("NOPERM")
                        .hasMessageNotContaining("guess");
            }
        }
    }

    @Test
    void tlsToAPlainPortAndPlainTextToATlsPortAreSuspected() {
        redis = RedisServer.start(options());
        assertThatThrownBy(() -> Holdfast.open(redis.uri().replace("redis:", "rediss:")))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("TLS");
        redis.close();
        redis = RedisServer.start(options().tls(TlsCertificates.create()));
        assertThatThrownBy(() -> Holdfast.open(redis.uri().replace("rediss:", "redis:")))
                .isInstanceOf(HoldfastException.class)
                .hasMessageContaining("TLS");
    }

    @Test
    void aCertificateThatIsNotTrustedIsConfiguration() {
        redis = RedisServer.start(options().tls(TlsCertificates.create()));
        String other = TlsCertificates.create().certificateFile().toString();
        assertRefused(redis.uri(), "caFile");
        assertRefused(redis.uri() + "?caFile=" + other, "caFile");
        Holdfast.open(redis.uri() + "?verifyPeer=none").close();
    }

    @Test
    void aReplicaIsUnavailable() {
        redis = RedisServer.start(options());
        redis.command("REPLICAOF", "127.0.0.1", "1");
        assertUnavailable("READONLY");
    }

    @Test
    void aReplicaThatHasLostItsMasterIsUnavailable() {
        redis = RedisServer.start(options().with("--replica-serve-stale-data", "no"));
        redis.command("REPLICAOF", "127.0.0.1", "1");
        assertUnavailable("MASTERDOWN");
    }

    @Test
    void withoutItsReplicasAMasterIsUnavailable() {
        redis = RedisServer.start(options().with("--min-replicas-to-write", "1"));
        assertUnavailable("NOREPLICAS");
    }

    @Test
    void aServerThatCannotSaveIsUnavailable() throws IOException {
        redis = RedisServer.start(options().with("--dbfilename", "taken"));
        Files.createDirectory(redis.dataDir().resolve("taken"));
        redis.command("CONFIG", "SET", "save", "3600 1");
        redis.command("SET", "something", "to save");
        redis.command("BGSAVE");
        Eventually.holds(
                "the saving has failed",
                SOON,
                () -> "err".equals(redis.info("persistence").get("rdb_last_bgsave_status")));
        assertUnavailable("MISCONF");
    }

    @Test
    void aServerThatLoadsIsUnavailableAndThenThere() {
        redis = RedisServer.start(options().keyLoadDelay(Duration.ofMillis(15)).with("--rdbcompression", "no"));
        // Large values, because 6.2 answers after every 2 MB only.
        redis.command("EVAL", "for i = 1, 300 do redis.call('SET', i, string.rep('x', 200000)) end", "0");
        redis.command("SAVE");
        redis.restart();
        assertUnavailable("LOADING");
        redis.awaitLoaded();
        Holdfast.open(redis.uri()).close();
    }

    @Test
    void withoutMemoryNothingIsAcquiredButWhatIsHeldIsReleased() throws Exception {
        redis = RedisServer.start(options());
        try (Holdfast holdfast = Holdfast.open(redis.uri());
                Holdfast other = Holdfast.open(redis.uri())) {
            Lease lease = holdfast.lock("oom").acquire();
            CompletableFuture<Lease> next = other.lock("oom").acquireAsync();
            Eventually.holds(
                    "the other waits",
                    SOON,
                    () -> !holdfast.locks().find("oom").orElseThrow().waiters().isEmpty());
            redis.command("CONFIG", "SET", "maxmemory", "1");
            assertUnavailable("OOM");
            assertThat(lease.release()).isEqualTo(Release.RELEASED);
            assertThat(next.get(SOON.toSeconds(), TimeUnit.SECONDS).release()).isEqualTo(Release.RELEASED);
        }
    }

    @Test
    void aServerThatIsBusyWithAScriptIsUnavailable() {
        redis = RedisServer.start(options().with("--lua-time-limit", "1"));
        try (RespConnection endless = redis.connect()) {
            endless.send("EVAL", "while true do end", "0");
            Eventually.holds("it says that it is busy", SOON, () -> {
                try {
                    redis.command("PING");
                    return false;
                } catch (RespConnection.ErrorReply busy) {
                    return true;
                }
            });
            assertUnavailable("BUSY");
            redis.command("SCRIPT", "KILL");
        }
    }

    @Test
    void aServerThatTakesNoMoreClientsIsUnavailable() {
        redis = RedisServer.start(options());
        try (RespConnection only = redis.connect()) {
            only.command("CONFIG", "SET", "maxclients", "1");
            assertUnavailable("maxclients");
        }
    }

    @Test
    void aClusterThatServesNoSlotsIsUnavailable() {
        redis = RedisServer.start(options().with("--cluster-enabled", "yes"));
        assertUnavailable("CLUSTERDOWN");
    }

    /** A node that has all slots serves locks behind a plain URI, until several are renewed at once. */
    @Test
    void keysOfSeveralSlotsInOneRequestAreConfiguration() {
        redis = RedisServer.start(options().with("--cluster-enabled", "yes"));
        redis.command(Stream.concat(
                        Stream.of("CLUSTER", "ADDSLOTS"),
                        IntStream.range(0, 16_384).mapToObj(Integer::toString))
                .toArray(String[]::new));
        Eventually.holds(
                "it serves its slots",
                SOON,
                () -> redis.command("CLUSTER", "INFO").toString().contains("cluster_state:ok"));
        try (RealTime time = new RealTime();
                Client client = new Client(new RedisStoreProvider().store(redis.uri()), time.environment())) {
            List<Held> both = Stream.of("a", "b")
                    .map(name -> client.claim(name).take().held())
                    .toList();
            assertThat(client.session().renew(both))
                    .hasSize(2)
                    .allSatisfy(answer -> assertThatThrownBy(() -> Eventually.answered(answer))
                            .isInstanceOf(StoreConfigurationException.class)
                            .hasMessageContaining("CROSSSLOT")
                            .hasMessageContaining("redis-cluster://"));
        }
    }

    @Test
    void aKeyOfAnotherTypeIsNotALock() {
        redis = RedisServer.start(options());
        redis.command("HSET", "lock:a", "field", "value");
        assertInvalid("lock:a", "hash");
        redis.command("FLUSHALL");
        redis.command("HSET", "{lock:a}:fence", "field", "value");
        assertInvalid("beside the lock 'a'");
        redis.command("FLUSHALL");
        redis.command("SET", "{lock:a}:queue", "value");
        assertInvalid("beside the lock 'a'");
        assertThat(redis.command("GET", "{lock:a}:queue")).isEqualTo("value");
    }

    private void assertInvalid(String... words) {
        try (Holdfast holdfast = Holdfast.open(redis.uri())) {
            assertThatThrownBy(() -> holdfast.lock("a").acquire(SOON))
                    .isInstanceOf(InvalidLockException.class)
                    .hasMessageContainingAll(words);
            assertThatThrownBy(() -> holdfast.locks().find("a"))
                    .isInstanceOf(InvalidLockException.class)
                    .hasMessageContainingAll(words);
        }
    }

    private static void assertRefused(String uri, String word) {
        assertThatThrownBy(() -> Holdfast.open(uri))
                .isInstanceOf(StoreConfigurationException.class)
                .hasMessageContaining(word)
                .satisfies(error -> {
                    for (Throwable next = error; next != null; next = next.getCause()) {
                        assertThat(String.valueOf(next.getMessage())).doesNotContain("guess");
                    }
                });
    }

    /** Whether it is noticed in connecting or in asking. */
    private void assertUnavailable(String word) {
        assertThatThrownBy(() -> {
                    try (RealTime time = new RealTime();
                            Client client =
                                    new Client(new RedisStoreProvider().store(redis.uri()), time.environment())) {
                        client.claim("a").join();
                    }
                })
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining(word);
    }
}
