package io.holdfast.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.StoreConfigurationException;
import io.holdfast.servers.ZooKeeperServer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.apache.zookeeper.server.auth.DigestAuthenticationProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Who may use the nodes, where they are, and what is said when it goes wrong. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(60)
class ZooKeeperAccessTest {

    private static final Duration SOON = Duration.ofSeconds(10);
    private static final String OPTIONS = "?sessionTimeout=6s";

    private ZooKeeperServer server;
    private ZooKeeper admin;

    @BeforeAll
    void start() throws Exception {
        server = ZooKeeperServer.start();
        admin = new ZooKeeper(server.connectString(), 10_000, event -> {});
        admin.addAuthInfo("digest", "admin:very secret".getBytes(UTF_8));
        admin.addAuthInfo("digest", "alice:p@ss".getBytes(UTF_8));
    }

    @AfterAll
    void stop() throws Exception {
        admin.close();
        server.close();
    }

    private String at(String user, String path) {
        return "zookeeper://" + user + server.connectString() + path + OPTIONS;
    }

    @Test
    void aUsersNodesAreItsOwn() throws Exception {
        try (Holdfast alice = Holdfast.open(at("alice:p%40ss@", "/alice"));
                Lease lease = alice.lock("a").acquire(SOON)) {
            assertThat(lease.isValid()).isTrue();
            assertThatThrownBy(() -> acquire(at("", "/alice"), "a"))
                    .isInstanceOf(StoreConfigurationException.class)
                    .hasMessageContaining("/alice")
                    .hasMessageContaining("rights");
            assertThatThrownBy(() -> acquire(at("alice:wrong@", "/alice"), "a"))
                    .isInstanceOf(StoreConfigurationException.class)
                    .hasMessageNotContaining("wrong@");
            List<ACL> acl = admin.getACL("/alice/locks", null);
            assertThat(acl).extracting(each -> each.getId().getScheme()).containsExactly("digest");
        }
        acquire(at("alice:p%40ss@", "/alice"), "a");
    }

    @Test
    void whoHasRightsBelowANodeOnlyNeedsNoneAboveIt() throws Exception {
        Id bob = new Id("digest", DigestAuthenticationProvider.generateDigest("bob:b"));
        Id boss = new Id("digest", DigestAuthenticationProvider.generateDigest("admin:very secret"));
        admin.create("/closed", new byte[0], Arrays.asList(new ACL(ZooDefs.Perms.ALL, boss)), CreateMode.PERSISTENT);
        admin.create(
                "/closed/bob",
                new byte[0],
                Arrays.asList(new ACL(ZooDefs.Perms.ALL, bob), new ACL(ZooDefs.Perms.ALL, boss)),
                CreateMode.PERSISTENT);
        acquire(at("bob:b@", "/closed/bob"), "a");
        assertThatThrownBy(() -> acquire(at("bob:b@", "/closed/other"), "a"))
                .isInstanceOf(StoreConfigurationException.class)
                .hasMessageContaining("/closed/other");
    }

    @Test
    void aSessionThatTheServerMakesShorterIsAnErrorThatSaysWhatToDo() {
        assertThatThrownBy(() -> acquire("zookeeper://" + server.connectString() + "?sessionTimeout=300s", "a"))
                .isInstanceOf(StoreConfigurationException.class)
                .hasMessageContaining("300000 ms")
                .hasMessageContaining("maxSessionTimeout");
    }

    @Test
    void theNamespaceAndTheAclOfAnApplicationsClientCount() throws Exception {
        try (CuratorFramework curator = CuratorFrameworkFactory.builder()
                .connectString(server.connectString())
                .namespace("team")
                .sessionTimeoutMs(20_000)
                .retryPolicy(new RetryOneTime(100))
                .build()) {
            assertThatThrownBy(() -> ZooKeeperStore.of(curator))
                    .isInstanceOf(StoreConfigurationException.class)
                    .hasMessageContaining("start()");
            curator.start();
            ZooKeeperStore store = ZooKeeperStore.builder(curator)
                    .base("/locks")
                    .acl(ZooDefs.Ids.READ_ACL_UNSAFE)
                    .build();
            assertThatThrownBy(() -> Holdfast.open(store))
                    .as("nobody may create below nodes that are read-only")
                    .isInstanceOf(StoreConfigurationException.class)
                    .hasMessageContaining("/team/locks");
        }
    }

    @Test
    void whatIsWrongWithAUriIsSaidWithoutRepeatingIt() {
        assertWrong("zookeeper://:secret@host", "needs a user");
        assertWrong("zookeeper://u:secret@host/a?session=1s", "unknown option 'session'");
        assertWrong("zookeeper://u:secret@host/a?sessionTimeout=soon", "write a time as 500ms or 2s");
        assertWrong("zookeeper://u:secret@host/a?acl=mine", "open or creator");
        assertWrong("zookeeper://host/a?acl=creator", "without a user");
        assertWrong("zookeeper://u:secret@host/a//b", "not that of a node");
        assertWrong("zookeeper://u:secret@host#x", "'#'");
    }

    private static void assertWrong(String uri, String why) {
        assertThatThrownBy(() -> ZooKeeperUri.parse(uri))
                .isInstanceOf(StoreConfigurationException.class)
                .hasMessageContaining(why)
                .hasMessageNotContaining("secret");
    }

    private static void acquire(String uri, String name) throws Exception {
        try (Holdfast holdfast = Holdfast.open(uri);
                Lease lease = holdfast.lock(name).acquire(SOON)) {
            assertThat(lease.isValid()).isTrue();
        }
    }
}
