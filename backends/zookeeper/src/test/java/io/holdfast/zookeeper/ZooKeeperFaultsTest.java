package io.holdfast.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LockOptions;
import io.holdfast.Order;
import io.holdfast.Release;
import io.holdfast.StoreUnavailableException;
import io.holdfast.servers.ZooKeeperOptions;
import io.holdfast.servers.ZooKeeperServer;
import io.holdfast.tck.Eventually;
import io.holdfast.zookeeper.LossyZooKeeper.Accident;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** What only a store whose claims live by a session has to survive. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(60)
class ZooKeeperFaultsTest {

    private static final Duration SOON = Duration.ofSeconds(10);

    private ZooKeeperServer server;
    private ZooKeeperUri uri;
    private ZooKeeper onlooker;
    private final List<AutoCloseable> opened = new ArrayList<>();
    private final AtomicReference<Accident> accident = new AtomicReference<>(Accident.NONE);
    private final AtomicReference<ZooKeeper> handle = new AtomicReference<>();

    @BeforeAll
    void start() throws Exception {
        server = ZooKeeperServer.start(ZooKeeperOptions.FAST.with("4lw.commands.whitelist=conf,srvr,wchp"));
        uri = ZooKeeperUri.parse("zookeeper://" + server.connectString() + "/tests/faults?sessionTimeout=6s");
        onlooker = new ZooKeeper(server.connectString(), 10_000, event -> {});
    }

    @AfterAll
    void stop() throws Exception {
        onlooker.close();
        server.close();
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
        opened.clear();
    }

    private Holdfast open() {
        ZooKeeperStore store = new ZooKeeperStore(
                "ZooKeeper",
                uri.settings(),
                "",
                () -> uri.builder()
                        .zookeeperFactory((hosts, timeout, watcher, readOnly) -> {
                            ZooKeeper next = new LossyZooKeeper(hosts, timeout, watcher, accident);
                            handle.set(next);
                            return next;
                        })
                        .build(),
                true);
        Holdfast holdfast = Holdfast.open(store);
        opened.add(holdfast);
        return holdfast;
    }

    private static String name() {
        return "faults:" + UUID.randomUUID();
    }

    private List<String> claims(String name) throws Exception {
        try {
            return onlooker.getChildren(new Paths(uri.settings().base()).lock(name), false);
        } catch (KeeperException.NoNodeException e) {
            return List.of();
        }
    }

    @Test
    void aCreationWhoseReplyWasLostIsFoundAgain() throws Exception {
        DistributedLock lock = open().lock(name());
        accident.set(Accident.REPLY_LOST);
        try (Lease lease = lock.acquire(SOON)) {
            assertThat(claims(lock.name())).hasSize(1);
            assertThat(lease.isValid()).isTrue();
        }
        assertThat(claims(lock.name())).isEmpty();
    }

    @Test
    void aCreationThatNeverArrivedIsMadeOnce() throws Exception {
        DistributedLock lock = open().lock(name());
        accident.set(Accident.REQUEST_LOST);
        try (Lease lease = lock.acquire(SOON)) {
            assertThat(claims(lock.name())).hasSize(1);
            assertThat(lease.isValid()).isTrue();
        }
        assertThat(claims(lock.name())).isEmpty();
    }

    @Test
    void aCreationOfWhichNothingIsHeardIsCleanedUp() throws Exception {
        DistributedLock lock = open().lock(name());
        accident.set(Accident.SILENCE);
        try (Lease lease = lock.acquire(SOON)) {
            assertThat(claims(lock.name())).hasSize(1);
            assertThat(lease.isValid()).isTrue();
        }
        assertThat(claims(lock.name())).isEmpty();
    }

    @Test
    void anExpiredSessionIsALossAtOnceForAllOnIt() throws Exception {
        Holdfast client = open();
        List<CompletableFuture<Boolean>> lost = new ArrayList<>();
        List<Lease> leases = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Lease lease = client.lock(name())
                    .with(LockOptions.defaults().lease(Duration.ofMinutes(5)))
                    .acquire();
            CompletableFuture<Boolean> heard = new CompletableFuture<>();
            lease.onLost(() -> heard.complete(true));
            leases.add(lease);
            lost.add(heard);
        }
        server.expireSession(handle.get());
        // Half of the session's time would be over in three seconds; this has to come sooner, or as soon as it connects
        // again.
        lost.forEach(heard -> assertThat(heard).succeedsWithin(Duration.ofMillis(2_900)));
        assertThat(leases).allSatisfy(lease -> assertThat(lease.release()).isEqualTo(Release.LOST));
        // And there is a new session.
        try (Lease again = client.lock(leases.get(0).name()).acquire(SOON)) {
            assertThat(again.token()).isGreaterThan(leases.get(0).token());
        }
    }

    @Test
    void aServerThatStandsStillPutsLeasesAtRiskAndTheyEndBeforeAnyoneElseIsServed() throws Exception {
        Lease lease = open().lock(name()).acquire();
        server.pause();
        try {
            Eventually.holds("it is at risk", SOON, () -> lease.state() != Lease.State.HELD);
            Eventually.holds("it is lost", SOON, () -> lease.state() == Lease.State.LOST);
        } finally {
            server.resume();
        }
        Holdfast other = open();
        try (Lease next = other.lock(lease.name()).acquire(SOON)) {
            assertThat(next.token()).isGreaterThan(lease.token());
        }
    }

    @Test
    void twoThreadsAndTwoClientsOnOneSessionExcludeEachOther() throws Exception {
        try (CuratorFramework curator = uri.curator()) {
            curator.start();
            ZooKeeperStore store = ZooKeeperStore.builder(curator)
                    .sessionTimeout(Duration.ofSeconds(6))
                    .build();
            String name = name();
            try (Holdfast one = Holdfast.open(store);
                    Holdfast other = Holdfast.open(store)) {
                Lease lease = one.lock(name).acquire();
                assertThat(one.lock(name).tryAcquire()).isEmpty();
                assertThat(other.lock(name).tryAcquire()).isEmpty();
                CompletableFuture<Lease> waiting = other.lock(name).acquireAsync();
                assertThat(lease.release()).isEqualTo(Release.RELEASED);
                assertThat(waiting).succeedsWithin(SOON).satisfies(next -> {
                    assertThat(next.token()).isGreaterThan(lease.token());
                    assertThat(one.lock(name).tryAcquire()).isEmpty();
                });
            }
            assertThat(curator.getZookeeperClient().isConnected())
                    .as("it is the application's")
                    .isTrue();
            Eventually.holds("nothing is left", SOON, () -> isEmpty(curator, name));
        }
    }

    private static boolean isEmpty(CuratorFramework curator, String name) {
        try {
            String lock = new Paths("/holdfast").lock(name);
            return curator.checkExists().forPath(lock) == null
                    || curator.getChildren().forPath(lock).isEmpty();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void whoRemovesEmptyParentsIsInNobodysWay() throws Exception {
        String name = name();
        String path = new Paths(uri.settings().base()).lock(name);
        Holdfast one = open();
        Holdfast other = open();
        AtomicBoolean done = new AtomicBoolean();
        CompletableFuture<Integer> removed = CompletableFuture.supplyAsync(() -> {
            int count = 0;
            while (!done.get()) {
                try {
                    onlooker.delete(path, -1);
                    count++;
                } catch (KeeperException.NoNodeException | KeeperException.NotEmptyException e) {
                    Thread.onSpinWait();
                } catch (KeeperException | InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
            return count;
        });
        long last = 0;
        for (int i = 0; i < 100; i++) {
            Holdfast client = i % 2 == 0 ? one : other;
            try (Lease lease = client.lock(name).acquire(SOON)) {
                assertThat(lease.token()).isGreaterThan(last);
                last = lease.token();
            }
        }
        done.set(true);
        assertThat(removed)
                .succeedsWithin(SOON)
                .satisfies(count -> assertThat(count).isGreaterThan(10));
    }

    @Test
    void whoWaitsWatchesTheOneBeforeItOnly() throws Exception {
        Holdfast first = open();
        String name = name();
        Lease lease = first.lock(name).acquire();
        List<CompletableFuture<Lease>> waiting = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Holdfast next = open();
            waiting.add(next.lock(name).acquireAsync());
            int count = i + 2;
            Eventually.holds("it stands in line", SOON, () -> count(name) == count);
        }
        Eventually.holds(
                "each node but the last is watched", SOON, () -> watches(name).size() == 3);
        lease.release();
        for (CompletableFuture<Lease> each : waiting) {
            assertThat(each).succeedsWithin(SOON);
            each.join().release();
        }
        assertThat(claims(name)).isEmpty();
    }

    private int count(String name) {
        try {
            return claims(name).size();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** {@return the watched nodes of a lock, as the server lists them} */
    private List<String> watches(String name) {
        String text;
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            socket.getOutputStream().write("wchp".getBytes(UTF_8));
            text = new String(socket.getInputStream().readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String lock = new Paths(uri.settings().base()).lock(name) + "/";
        return text.lines().filter(line -> line.startsWith(lock)).toList();
    }

    @Test
    void anApplicationThatClosesItsClientLosesItsLocksAtOnce() throws Exception {
        CuratorFramework curator = uri.curator();
        curator.start();
        ZooKeeperStore store = ZooKeeperStore.builder(curator)
                .sessionTimeout(Duration.ofSeconds(6))
                .build();
        Holdfast holdfast = Holdfast.open(store);
        opened.add(holdfast);
        Lease lease = holdfast.lock(name()).acquire();
        CompletableFuture<Boolean> lost = new CompletableFuture<>();
        lease.onLost(() -> lost.complete(true));
        curator.close();
        assertThat(lost).succeedsWithin(Duration.ofSeconds(1));
        assertThat(lease.isValid()).isFalse();
    }

    @Test
    void aClientWhoseOwnNodeSomebodyDeletedGoesOn() throws Exception {
        Holdfast client = open();
        String name = name();
        Lease lease = client.readWriteLock(name).writeLock().acquire();
        String clients = new Paths(uri.settings().base()).clients();
        for (String each : onlooker.getChildren(clients, false)) {
            onlooker.delete(clients + "/" + each, -1);
        }
        assertThat(lease.release()).isEqualTo(Release.RELEASED);
        try (Lease next = client.readWriteLock(name).writeLock().acquire(SOON)) {
            assertThat(next.token()).isGreaterThan(lease.token());
        }
        assertThat(claims(name)).isEmpty();
    }

    @Test
    void whoseClaimSomebodyDeletedIsToldAndTheNextThreadGetsInLine() throws Exception {
        DistributedLock lock = open().lock(name()).with(LockOptions.defaults().order(Order.STRICT));
        Lease lease = lock.acquire();
        CompletableFuture<Lease> waiting = lock.acquireAsync();
        String path = new Paths(uri.settings().base()).lock(lock.name());
        onlooker.delete(path + "/" + claims(lock.name()).get(0), -1);
        assertThat(lease.release()).isEqualTo(Release.LOST);
        assertThat(waiting)
                .succeedsWithin(SOON)
                .satisfies(next -> assertThat(next.token()).isGreaterThan(lease.token()));
        waiting.join().release();
    }

    @Test
    void aNodeThatIsNotOursIsInTheWayUntilItGoes() throws Exception {
        DistributedLock lock = open().lock(name());
        lock.acquire().release();
        String path = new Paths(uri.settings().base()).lock(lock.name()) + "/lock-0000000001";
        onlooker.create(path, new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.EPHEMERAL);
        assertThat(lock.tryAcquire()).isEmpty();
        CompletableFuture<Lease> waiting = lock.acquireAsync();
        Eventually.holds("it stands in line", SOON, () -> count(lock.name()) == 2);
        assertThat(waiting).isNotDone();
        onlooker.delete(path, -1);
        assertThat(waiting).succeedsWithin(SOON);
        waiting.join().release();
    }

    @Test
    void noServerIsSaidInTime() {
        ZooKeeperStore store = ZooKeeperUri.parse("zookeeper://127.0.0.1:1/x?connectTimeout=500ms&commandTimeout=500ms")
                .store();
        assertThatThrownBy(() -> {
                    try (Holdfast holdfast = Holdfast.open(store)) {
                        holdfast.lock(name()).acquire(Duration.ofSeconds(2));
                    }
                })
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("127.0.0.1:1");
    }
}
