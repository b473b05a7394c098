package io.holdfast.faults;

import io.holdfast.servers.ZooKeeperDeployment;
import io.holdfast.servers.ZooKeeperEnsemble;
import io.holdfast.servers.ZooKeeperOptions;
import io.holdfast.servers.ZooKeeperServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;

/** One ZooKeeper server, or an ensemble. */
final class ZooKeeperSite extends ConsensusSite {

    private static final String BASE = "/holdfast";
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** What the server mixes with the number of a session, and makes the password of the session from. */
    private static final long SECRET = 0xB3415C00L;

    private static final int PASSWORD = 16;

    private final ZooKeeperDeployment deployment;

    private ZooKeeperSite(ZooKeeperServer server) {
        super(server);
        deployment = server;
    }

    private ZooKeeperSite(ZooKeeperEnsemble ensemble) {
        super(ensemble);
        deployment = ensemble;
    }

    static ZooKeeperSite single(Tools tools) {
        return new ZooKeeperSite(ZooKeeperServer.start(ZooKeeperOptions.FAST.at(tools.location())));
    }

    static ZooKeeperSite ensemble(Tools tools) {
        return new ZooKeeperSite(ZooKeeperEnsemble.start(ZooKeeperOptions.FAST.at(tools.location())));
    }

    @Override
    public String uri() {
        // Short, so that the locks of who died are free again soon, and long enough for leases of two seconds.
        return "zookeeper://" + deployment.connectString() + BASE + "?sessionTimeout=4s";
    }

    @Override
    long term() {
        return ((ZooKeeperServer) leader()).term();
    }

    @Override
    void endLife(int aim) {
        long session = ask(zooKeeper -> {
            List<String> present = zooKeeper.getChildren(BASE + "/clients", false);
            Stat stat = zooKeeper.exists(BASE + "/clients/" + present.get(aim % present.size()), false);
            return stat.getEphemeralOwner();
        });
        byte[] password = new byte[PASSWORD];
        new Random(session ^ SECRET).nextBytes(password);
        deployment.expireSession(session, password);
    }

    @Override
    List<Leftover> leftovers(String tag) {
        return List.of(
                new Leftover("claims", () -> ask(zooKeeper -> claims(zooKeeper, tag))),
                new Leftover("sessions", () -> ask(zooKeeper -> zooKeeper.getChildren(BASE + "/clients", false))),
                new Leftover("locks", () -> ask(zooKeeper -> locks(zooKeeper, tag))));
    }

    private static List<String> claims(ZooKeeper zooKeeper, String tag) throws Exception {
        List<String> found = new ArrayList<>();
        for (String lock : locks(zooKeeper, tag)) {
            children(zooKeeper, lock).forEach(claim -> found.add(lock + "/" + claim));
        }
        return found;
    }

    /** {@return the nodes of this round's locks} */
    private static List<String> locks(ZooKeeper zooKeeper, String tag) throws Exception {
        List<String> found = new ArrayList<>();
        for (String bucket : children(zooKeeper, BASE + "/locks")) {
            for (String lock : children(zooKeeper, BASE + "/locks/" + bucket)) {
                if (lock.contains(tag)) {
                    found.add(BASE + "/locks/" + bucket + "/" + lock);
                }
            }
        }
        return found;
    }

    private static List<String> children(ZooKeeper zooKeeper, String path) throws Exception {
        try {
            return zooKeeper.getChildren(path, false);
        } catch (KeeperException.NoNodeException gone) {
            return List.of();
        }
    }

    /** Something that an administrator wants to know. */
    private interface Question<T> {

        T ask(ZooKeeper zooKeeper) throws Exception;
    }

    private <T> T ask(Question<T> question) {
        CountDownLatch known = new CountDownLatch(1);
        try (ZooKeeper zooKeeper =
                new ZooKeeper(deployment.connectString(), (int) PATIENCE.toMillis(), event -> known.countDown())) {
            Until.must("a connection to ZooKeeper", PATIENCE, () -> known.getCount() == 0);
            return question.ask(zooKeeper);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (Exception e) {
            throw new IllegalStateException("ZooKeeper does not tell: " + e.getMessage(), e);
        }
    }
}
