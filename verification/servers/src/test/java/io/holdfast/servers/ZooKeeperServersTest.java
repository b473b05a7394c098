package io.holdfast.servers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.Test;

/** That ZooKeeper does what tests will ask of it. */
class ZooKeeperServersTest {

    @Test
    void aServerRestartsOnItsPortWithItsData() throws Exception {
        ZooKeeperServer closed;
        try (ZooKeeperServer server = ZooKeeperServer.start()) {
            closed = server;
            assertThat(server.version()).matches("3\\.\\d+\\.\\d+");
            assertThat(server.isIn("standalone")).isTrue();
            String connectString = server.connectString();
            assertThat(connectString).isEqualTo("127.0.0.1:" + server.port());
            put(server, "/key", "välue");

            server.restart();
            assertThat(get(server, "/key")).isEqualTo("välue");
            assertThat(server.connectString()).isEqualTo(connectString);
        }
        assertThat(closed.isRunning()).isFalse();
        assertThat(closed.dataDir()).doesNotExist();
    }

    @Test
    void aServerTellsFiguresOfItself() {
        try (ZooKeeperServer server = ZooKeeperServer.start(ZooKeeperOptions.USUAL)) {
            long packets = server.figure("zk_packets_received");
            assertThat(server.figure("zk_packets_received")).isEqualTo(packets + 1);
            assertThatThrownBy(() -> server.figure("zk_nothing")).hasMessageContaining("does not tell");
        }
    }

    @Test
    void aKilledServerKeepsWhatWasWritten() throws Exception {
        try (ZooKeeperServer server = ZooKeeperServer.start()) {
            put(server, "/key", "kept");
            server.kill();
            server.revive();
            assertThat(get(server, "/key")).isEqualTo("kept");
        }
    }

    @Test
    void aPausedServerAnswersLater() throws Exception {
        try (ZooKeeperServer server = ZooKeeperServer.start()) {
            put(server, "/key", "value");
            server.pause();
            CompletableFuture<String> late = CompletableFuture.supplyAsync(server::version);
            assertThatThrownBy(() -> late.get(300, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            server.revive();
            assertThat(late).succeedsWithin(Await.PATIENCE);
            assertThat(get(server, "/key")).isEqualTo("value");
        }
    }

    @Test
    void sessionsKeepToTheLimitsAndEndWhenATestWantsIt() throws Exception {
        ZooKeeperOptions options = ZooKeeperOptions.FAST
                .tickTime(Duration.ofMillis(100))
                .sessionTimeouts(Duration.ofSeconds(3), Duration.ofSeconds(7))
                .reachableEverywhere();
        CountDownLatch expired = new CountDownLatch(1);
        try (ZooKeeperServer server = ZooKeeperServer.start(options);
                ZooKeeper other = connect("127.0.0.2:" + server.port(), 1_000);
                ZooKeeper client = connect(server.connectString(), 60_000)) {
            assertThat(other.getSessionTimeout()).isEqualTo(3_000);
            assertThat(client.getSessionTimeout()).isEqualTo(7_000);
            client.create("/mine", new byte[0], Ids.OPEN_ACL_UNSAFE, CreateMode.EPHEMERAL);
            client.register(event -> {
                if (event.getState() == KeeperState.Expired) {
                    expired.countDown();
                }
            });

            server.expireSession(client);
            assertThat(other.exists("/mine", false)).isNull();
            assertThat(expired.await(Await.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            assertThatThrownBy(() -> client.exists("/mine", false))
                    .isInstanceOf(KeeperException.SessionExpiredException.class);
            server.expireSession(client);
        }
    }

    @Test
    void aServerThatCannotStartSaysWhy() {
        assertThatThrownBy(() -> ZooKeeperServer.start(ZooKeeperOptions.FAST.with("tickTime=soon")))
                .hasMessageContaining("soon");
    }

    @Test
    void anotherLeadsWhenTheLeaderOfAnEnsembleIsKilled() throws Exception {
        List<ZooKeeperServer> servers;
        try (ZooKeeperEnsemble ensemble = ZooKeeperEnsemble.start()) {
            servers = ensemble.servers();
            assertThat(ensemble.connectString()).matches("127.0.0.1:\\d+(,127.0.0.1:\\d+){2}");
            put(ensemble, "/key", "1");
            ZooKeeperServer first = ensemble.leader();
            assertThat(ensemble.followers()).hasSize(2).doesNotContain(first);

            ZooKeeperServer second = ensemble.failOver();
            assertThat(second).isNotSameAs(first);
            put(second, "/other", "2");
            first.revive();
            assertThat(get(first, "/key")).isEqualTo("1");
            assertThat(get(first, "/other")).isEqualTo("2");
            ensemble.awaitReady();
            assertThat(ensemble.leader()).isSameAs(second);
        }
        assertThat(servers).noneMatch(ZooKeeperServer::isRunning).allMatch(server -> Files.notExists(server.dataDir()));
    }

    @Test
    void anotherLeadsWhileTheLeaderOfAnEnsembleStandsStill() throws Exception {
        try (ZooKeeperEnsemble ensemble = ZooKeeperEnsemble.start()) {
            ZooKeeperServer first = ensemble.leader();
            first.pause();
            ZooKeeperServer second = ensemble.leader();
            assertThat(second).isNotSameAs(first);
            put(second, "/key", "new");
            ensemble.heal();
            assertThat(get(first, "/key")).isEqualTo("new");

            ensemble.servers().forEach(ZooKeeperServer::kill);
            ensemble.heal();
            assertThat(get(ensemble, "/key")).isEqualTo("new");
        }
    }

    private static void put(ZooKeeperDeployment deployment, String path, String value) throws Exception {
        try (ZooKeeper client = connect(deployment.connectString(), 5_000)) {
            client.create(path, value.getBytes(UTF_8), Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
        }
    }

    private static String get(ZooKeeperDeployment deployment, String path) throws Exception {
        try (ZooKeeper client = connect(deployment.connectString(), 5_000)) {
            return new String(client.getData(path, false, null), UTF_8);
        }
    }

    private static ZooKeeper connect(String connectString, int timeout) throws Exception {
        CountDownLatch connected = new CountDownLatch(1);
        ZooKeeper client = new ZooKeeper(connectString, timeout, event -> {
            if (event.getState() == KeeperState.SyncConnected) {
                connected.countDown();
            }
        });
        assertThat(connected.await(Await.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        return client;
    }
}
