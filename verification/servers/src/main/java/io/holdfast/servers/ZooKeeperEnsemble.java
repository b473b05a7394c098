package io.holdfast.servers;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/** Three ZooKeeper servers, of which one leads. */
public final class ZooKeeperEnsemble extends Quorum<ZooKeeperServer> implements ZooKeeperDeployment {

    private ZooKeeperEnsemble(ZooKeeperOptions options) {
        super(Stream.generate(() -> new ZooKeeperServer(options)).limit(SIZE).toList());
        servers().forEach(server -> server.join(servers()));
    }

    /** {@return an ensemble without data, up and running} */
    public static ZooKeeperEnsemble start() {
        return start(ZooKeeperOptions.FAST);
    }

    /**
     * {@return an ensemble without data, up and running}
     *
     * @param options the settings of each server
     */
    public static ZooKeeperEnsemble start(ZooKeeperOptions options) {
        ZooKeeperEnsemble ensemble = new ZooKeeperEnsemble(options);
        ensemble.launch();
        return ensemble;
    }

    @Override
    boolean isLedBy(ZooKeeperServer candidate, List<ZooKeeperServer> answering) throws IOException {
        for (ZooKeeperServer server : answering) {
            if (!server.isIn(server == candidate ? "leader" : "follower")) {
                return false;
            }
        }
        return true;
    }
}
