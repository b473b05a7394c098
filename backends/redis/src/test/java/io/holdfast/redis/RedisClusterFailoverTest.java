package io.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Holdfast;
import io.holdfast.LockOptions;
import io.holdfast.servers.RedisBinary;
import io.holdfast.servers.RedisCluster;
import io.holdfast.servers.RedisServer;
import io.holdfast.spi.Held;
import io.holdfast.tck.Client;
import io.holdfast.tck.RealTime;
import io.lettuce.core.cluster.RedisClusterClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A master that dies or hangs, and what those hear of it whose locks are elsewhere. */
@Timeout(90)
class RedisClusterFailoverTest {

    private static RedisCluster cluster;

    @BeforeAll
    static void start() {
        cluster = RedisCluster.start(RedisBinary.PACKAGED);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @AfterEach
    void heal() {
        cluster.heal();
    }

    @Test
    void underLoadWorkGoesOnByItselfThroughAFailoverAndTokensNeverGoBack() throws Exception {
        List<String> names = cluster.servers().stream()
                .flatMap(master -> IntStream.range(0, 100)
                        .mapToObj(i -> "name:" + i)
                        .filter(name -> masterOf(name) == master)
                        .limit(1))
                .toList();
        assertThat(names).as("one on each master").hasSize(3);
        RedisClusterClient given = RedisClusterClient.create(cluster.uri().replace("redis-cluster:", "redis:"));
        try (Holdfast one = Holdfast.open(cluster.uri());
                Holdfast other = Holdfast.open(RedisStore.of(given));
                Load load = new Load(List.of(one, other), names, LockOptions.defaults())) {
            load.awaitMore(10);
            cluster.failOver(cluster.slotOf("lock:" + names.get(0)));
            load.awaitMore(10);
            cluster.heal();
            load.awaitMore(10);
        } finally {
            given.shutdown(Duration.ZERO, Duration.ofSeconds(2));
        }
    }

    @Test
    void aMasterThatHangsIsLeftForTheNextOne() throws Exception {
        try (Holdfast one = Holdfast.open(cluster.uri());
                Load load = new Load(List.of(one), List.of("a"), LockOptions.defaults())) {
            load.awaitMore(10);
            masterOf("a").pause();
            load.awaitMore(10);
        }
    }

    @Test
    void aNodeThatDoesNotAnswerDoesNotDelayTheRenewalsOfOthers() throws Exception {
        try (RealTime time = new RealTime();
                Client client = new Client(new RedisStoreProvider().store(cluster.uri()), time.environment())) {
            List<Held> claims = new ArrayList<>();
            for (String name : List.of("u", "v", "w", "x", "y", "z")) {
                claims.add(client.claim(name).take().held());
            }
            RedisServer hangs = masterOf("u");
            hangs.pause();
            List<CompletableFuture<Optional<Duration>>> answers = client.session().renew(claims).stream()
                    .map(answer -> answer.toCompletableFuture())
                    .toList();
            int others = 0;
            for (int i = 0; i < claims.size(); i++) {
                if (masterOf(claims.get(i).name()) != hangs) {
                    others++;
                    assertThat(answers.get(i).get(500, TimeUnit.MILLISECONDS)).isPresent();
                }
            }
            assertThat(others).isBetween(2, 5);
            assertThat(answers.get(0)).isNotDone();
        }
    }

    private static RedisServer masterOf(String name) {
        return cluster.masterOf(cluster.slotOf("lock:" + name));
    }
}
