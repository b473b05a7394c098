package io.holdfast.zookeeper;

import io.holdfast.servers.ZooKeeperDeployment;
import io.holdfast.spi.Capabilities;
import io.holdfast.spi.ClaimStore;
import io.holdfast.spi.SessionContext;
import io.holdfast.spi.StoreSession;
import io.holdfast.tck.StoreFixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;

/** A store on real servers, whose sessions can fall silent. */
class ZooKeeperFixture implements StoreFixture {

    private final ZooKeeperDeployment servers;
    private final Fault restart;
    private final ZooKeeperUri uri;
    private final Map<StoreSession, CuratorFramework> opened = new ConcurrentHashMap<>();
    private final CopyOnWriteArrayList<MortalZooKeeper> handles = new CopyOnWriteArrayList<>();
    private final ClaimStore store = new Recorded();

    ZooKeeperFixture(ZooKeeperDeployment servers, Fault restart) {
        this.servers = servers;
        this.restart = restart;
        this.uri = ZooKeeperUri.parse(uri().orElseThrow());
    }

    @Override
    public ClaimStore store() {
        return store;
    }

    @Override
    public final Optional<String> uri() {
        // Half of the session's time is long for a test, and the whole is not too long to wait for.
        return Optional.of("zookeeper://" + servers.connectString() + "?sessionTimeout=6s");
    }

    @Override
    public Optional<Fault> restart() {
        return Optional.of(restart);
    }

    @Override
    public Optional<Fault> breakConnections() {
        return Optional.of(() -> handles.forEach(MortalZooKeeper::breakConnection));
    }

    @Override
    public boolean waitersLiveBySession() {
        return true;
    }

    @Override
    public void kill(StoreSession session) {
        CuratorFramework dying = opened.get(session);
        handles.stream().filter(handle -> handle.isOf(dying)).forEach(MortalZooKeeper::die);
    }

    @Override
    public void close() throws Exception {
        servers.close();
    }

    /** Remembers which connection a session has. */
    private final class Recorded implements ClaimStore {

        @Override
        public String description() {
            return uri.store().description();
        }

        @Override
        public Capabilities capabilities() {
            return uri.store().capabilities();
        }

        @Override
        public String whyNot(Capabilities.Feature feature) {
            return uri.store().whyNot(feature);
        }

        @Override
        public StoreSession connect(SessionContext context) {
            CuratorFramework curator = uri.builder()
                    .zookeeperFactory((hosts, timeout, watcher, readOnly) -> {
                        MortalZooKeeper handle = new MortalZooKeeper(hosts, timeout, watcher, readOnly);
                        handles.add(handle);
                        return handle;
                    })
                    .build();
            StoreSession session = new ZooKeeperStore(
                            uri.store().description(), uri.settings(), "", () -> curator, true)
                    .connect(context);
            opened.put(session, curator);
            return session;
        }
    }

    /** A connection whose end can be sudden. */
    private static final class MortalZooKeeper extends ZooKeeper {

        MortalZooKeeper(String hosts, int timeout, Watcher watcher, boolean readOnly) throws IOException {
            super(hosts, timeout, watcher, readOnly);
        }

        boolean isOf(CuratorFramework curator) {
            try {
                return curator.getZookeeperClient().getZooKeeper() == this;
            } catch (Exception e) {
                return false;
            }
        }

        /** Stops its threads, and tells the server nothing. */
        void die() {
            cnxn.disconnect();
        }

        void breakConnection() {
            try {
                getTestable().closeSocket();
                // It looks at its socket only if there is something to do.
                exists("/", false, (rc, path, context, stat) -> {}, null);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
