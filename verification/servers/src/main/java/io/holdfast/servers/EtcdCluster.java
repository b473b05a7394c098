package io.holdfast.servers;

import java.util.List;
import java.util.stream.Stream;

/** Three etcd servers, of which one leads. */
public final class EtcdCluster extends Quorum<EtcdServer> implements EtcdDeployment {

    private EtcdCluster(EtcdOptions options) {
        super(Stream.generate(() -> new EtcdServer(options)).limit(SIZE).toList());
        servers().forEach(server -> server.join(servers()));
    }

    /** {@return a cluster without data, TLS or users, up and running} */
    public static EtcdCluster start() {
        return start(EtcdOptions.PLAIN);
    }

    /**
     * {@return a cluster without data, up and running}
     *
     * @param options the settings of each server
     */
    public static EtcdCluster start(EtcdOptions options) {
        EtcdCluster cluster = new EtcdCluster(options);
        cluster.launch();
        if (options.rootPassword() != null) {
            cluster.leader().gateway().enableAuthentication(options.rootPassword());
        }
        return cluster;
    }

    @Override
    boolean isLedBy(EtcdServer candidate, List<EtcdServer> answering) {
        String id = candidate.memberId();
        return answering.stream().allMatch(server -> server.leaderId().equals(id));
    }
}
