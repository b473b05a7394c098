package io.holdfast.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** That servers that belong together find each other, fail over, and end together. */
class RedisGroupsTest {

    private static final Executor OWN_THREAD = task -> new Thread(task).start();

    private final List<RedisServer> started = new CopyOnWriteArrayList<>();

    @AfterEach
    void allProcessesAreGone() {
        assertThat(started).isNotEmpty().noneMatch(RedisServer::isRunning);
        assertThat(started).allMatch(server -> ProcessHandle.of(server.pid()).isEmpty());
    }

    @ParameterizedTest
    @EnumSource
    void replicasFollowTheirMaster(RedisBinary binary) {
        try (ReplicaPair pair = ReplicaPair.start(RedisOptions.of(binary).password("secret"), 2)) {
            started.addAll(pair.servers());
            assertThat(pair.uri()).matches("redis-replica://:secret@127.0.0.1:\\d+(,127.0.0.1:\\d+){2}");
            pair.master().command("SET", "key", "1");
            pair.awaitInSync();
            assertThat(pair.replicas()).allMatch(replica -> "1".equals(replica.command("GET", "key")));
            assertThatThrownBy(() -> pair.replicas().get(0).command("SET", "key", "2"))
                    .hasMessageStartingWith("READONLY");

            Replication.detach(pair.master());
            pair.master().command("SET", "key", "2");
            assertThat(pair.replicas()).allMatch(replica -> "1".equals(replica.command("GET", "key")));
            Replication.attach(pair.master());
            pair.awaitInSync();
            assertThat(pair.replicas()).allMatch(replica -> "2".equals(replica.command("GET", "key")));

            pair.servers().forEach(RedisServer::restart);
            pair.awaitInSync();
            assertThat(pair.servers()).allMatch(server -> server.command("GET", "key") == null);
        }
    }

    @Test
    void sentinelsFailOverToAReplicaThatLacksTheLastWrites() {
        onEachBinaryAtOnce(this::sentinelsFailOver);
    }

    private void sentinelsFailOver(RedisBinary binary) {
        RedisClient client = RedisClient.create();
        try (SentinelGroup group = SentinelGroup.start(RedisOptions.of(binary).password("secret"))) {
            Stream.of(group.servers(), group.sentinels()).forEach(started::addAll);
            RedisServer old = group.currentMaster();
            try (var connection = client.connect(RedisURI.create(group.uri()))) {
                connection.sync().set("key", "kept");
                Await.until(
                        "replicated",
                        () -> group.servers().stream().allMatch(server -> "kept".equals(server.command("GET", "key"))));
                Replication.detach(old);
                connection.sync().set("key", "lost");
            }

            RedisServer promoted = group.failOver();
            assertThat(promoted).isNotSameAs(old).isSameAs(group.currentMaster());
            try (var connection = client.connect(RedisURI.create(group.uri()))) {
                assertThat(connection.sync().get("key")).isEqualTo("kept");
            }
            group.heal();
            assertThat(old.info("replication")).containsEntry("role", "slave");
            assertThat(group.currentMaster()).isSameAs(promoted);
        } finally {
            client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
        }
    }

    @Test
    void aClusterFailsOverAndMovesASlotStepByStep() {
        onEachBinaryAtOnce(binary -> {
            try (RedisCluster cluster =
                    RedisCluster.start(RedisOptions.of(binary).password("secret"))) {
                started.addAll(cluster.servers());
                clusterFailsOver(cluster);
                slotMoves(cluster);
            }
        });
    }

    private static void clusterFailsOver(RedisCluster cluster) {
        int slot = cluster.slotOf("key");
        RedisServer old = cluster.masterOf(slot);
        try (RespConnection connection = old.connect()) {
            connection.command("SET", "key", "value");
            assertThat(connection.command("WAIT", "1", "5000")).isEqualTo(1L);
        }

        RedisServer promoted = cluster.failOver(slot);
        assertThat(promoted).isNotSameAs(old);
        RedisClusterClient client = RedisClusterClient.create(cluster.uri().replace("redis-cluster:", "redis:"));
        try (var connection = client.connect()) {
            assertThat(connection.sync().get("key")).isEqualTo("value");
        } finally {
            client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
        }
        cluster.heal();
        assertThat(old.info("replication")).containsEntry("role", "slave");
    }

    private static void slotMoves(RedisCluster cluster) {
        int slot = cluster.slotOf("{tag}");
        RedisServer source = cluster.masterOf(slot);
        RedisServer target = cluster.masterOf((slot + 16384 / 2) % 16384);
        source.command("MSET", "{tag}1", "one", "{tag}2", "two", "{tag}3", "three");

        SlotMigration migration = cluster.migrate(slot, target);
        migration.begin();
        migration.move("{tag}1");
        assertThat(migration.keys()).containsExactlyInAnyOrder("{tag}2", "{tag}3");
        assertThatThrownBy(() -> source.command("GET", "{tag}1")).hasMessage("ASK " + slot + " " + target.address());
        try (RespConnection connection = target.connect()) {
            connection.command("ASKING");
            assertThatThrownBy(() -> connection.command("MGET", "{tag}1", "{tag}2"))
                    .hasMessageStartingWith("TRYAGAIN");
        }
        assertThat(source.command("GET", "{tag}2")).isEqualTo("two");

        migration.finish();
        assertThatThrownBy(() -> source.command("GET", "{tag}1")).hasMessageStartingWith("MOVED " + slot);
        assertThat(target.command("MGET", "{tag}1", "{tag}3")).isEqualTo(List.of("one", "three"));
    }

    /** Side by side, because most of the time they wait. */
    private static void onEachBinaryAtOnce(Consumer<RedisBinary> test) {
        CompletableFuture.allOf(Stream.of(RedisBinary.values())
                        .map(binary -> CompletableFuture.runAsync(() -> test.accept(binary), OWN_THREAD))
                        .toArray(CompletableFuture<?>[]::new))
                .join();
    }
}
