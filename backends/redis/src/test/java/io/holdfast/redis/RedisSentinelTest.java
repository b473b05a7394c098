package io.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LockOptions;
import io.holdfast.Release;
import io.holdfast.StoreConfigurationException;
import io.holdfast.StoreUnavailableException;
import io.holdfast.servers.RedisBinary;
import io.holdfast.servers.RedisOptions;
import io.holdfast.servers.RedisServer;
import io.holdfast.servers.Replication;
import io.holdfast.servers.SentinelGroup;
import io.holdfast.tck.Eventually;
import io.lettuce.core.RedisClient;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A master that Sentinels name, and what happens when another takes its place. */
@Timeout(90)
class RedisSentinelTest {

    private static final Duration SOON = Duration.ofSeconds(15);

    private SentinelGroup group;

    @BeforeEach
    void start() {
        group = SentinelGroup.start(RedisOptions.of(RedisBinary.EMBEDDED).password("s3cret"));
    }

    @AfterEach
    void stop() {
        group.close();
    }

    @Test
    void underLoadWorkGoesOnByItselfThroughAFailoverAndTokensNeverGoBack() throws Exception {
        RedisClient given = RedisClient.create(group.uri());
        try (Holdfast one = Holdfast.open(group.uri());
                Holdfast other = Holdfast.open(RedisStore.of(given));
                Load load = new Load(List.of(one, other), List.of("a", "b", "c"), LockOptions.defaults())) {
            load.awaitMore(10);
            group.failOver();
            load.awaitMore(10);
            group.heal();
            group.failOver();
            load.awaitMore(10);
        } finally {
            given.shutdown(Duration.ZERO, Duration.ofSeconds(2));
        }
    }

    @Test
    void aMasterThatHangsIsLeftForTheNextOne() throws Exception {
        try (Holdfast holdfast = Holdfast.open(group.uri())) {
            holdfast.lock("a").acquire().close();
            RedisServer hangs = group.currentMaster();
            hangs.pause();
            Eventually.holds("another master", SOON, () -> group.currentMaster() != hangs);
            holdfast.lock("a").acquire(SOON).close();
            assertThat(group.currentMaster().calls("subscribe"))
                    .as("its inbox has moved too")
                    .isPositive();
            hangs.resume();
            holdfast.lock("a").acquire(SOON).close();
        }
    }

    @Test
    void aFailoverThatLosesTheLastWritesLosesTheLockAndItsHolderHearsOfItAndTokensGrow() throws Exception {
        try (Holdfast one = Holdfast.open(group.uri());
                Holdfast other = Holdfast.open(group.uri())) {
            LockOptions brief = LockOptions.defaults().lease(Duration.ofSeconds(60));
            one.lock("a").acquire().close();
            Replication.detach(group.currentMaster());
            Lease lost = one.lock("a").with(brief).acquire();
            group.failOver();
            try (Lease second = other.lock("a").acquire(SOON)) {
                assertThat(second.token()).isGreaterThan(lost.token());
                assertThat(lost.release()).isEqualTo(Release.LOST);
                assertThat(second.isValid()).isTrue();
            }
        }
    }

    @Test
    void oneSentinelIsEnoughAndNoneIsAnErrorInTime() throws Exception {
        group.sentinels().get(0).kill();
        group.sentinels().get(1).pause();
        try (Holdfast holdfast = Holdfast.open(group.uri())) {
            holdfast.lock("a").acquire().close();
        }
        group.sentinels().forEach(RedisServer::kill);
        long started = System.nanoTime();
        assertThatThrownBy(() -> Holdfast.open(group.uri()))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("redis-sentinel://")
                .hasMessageNotContaining("s3cret");
        assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(4));
        try (Holdfast lazy = Holdfast.builder().store(group.uri()).lazy().build()) {
            group.heal();
            lazy.lock("a").acquire(SOON).close();
        }
    }

    @Test
    void theSentinelsSayHowLongAFailoverTakes() {
        Connector connector = OwnClient.connector(RedisUris.parse(group.uri()));
        assertThat(Eventually.answered(connector.failoverTime()))
                .contains(new FailoverTime("down-after-milliseconds", Duration.ofMillis(1_500)));
        connector.close();
    }

    @Test
    void aMasterThatTheSentinelsDoNotKnowIsConfiguration() {
        assertThatThrownBy(() -> Holdfast.open(group.uri().replace("#" + SentinelGroup.NAME, "#nobody")))
                .isInstanceOf(StoreConfigurationException.class)
                .hasMessageContaining("#nobody")
                .hasMessageNotContaining("s3cret");
    }
}
