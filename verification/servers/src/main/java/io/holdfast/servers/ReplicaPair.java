package io.holdfast.servers;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A master with replicas that nobody watches: who is the master is settled by the URI. */
public final class ReplicaPair implements RedisDeployment {

    private final RedisOptions options;
    private final List<RedisServer> servers = new ArrayList<>();

    private ReplicaPair(RedisOptions options) {
        this.options = options;
    }

    /**
     * {@return a master and one replica, in sync}
     *
     * @param binary the program
     */
    public static ReplicaPair start(RedisBinary binary) {
        return start(RedisOptions.of(binary), 1);
    }

    /**
     * {@return a master and its replicas, in sync}
     *
     * @param options the settings of each
     * @param replicas how many follow the master
     */
    public static ReplicaPair start(RedisOptions options, int replicas) {
        ReplicaPair pair = new ReplicaPair(options);
        try {
            pair.servers.add(RedisServer.start(options));
            RedisOptions following = options.with(
                    "--replicaof", "127.0.0.1", Integer.toString(pair.master().port()));
            for (int i = 0; i < replicas; i++) {
                pair.servers.add(RedisServer.start(following));
            }
            pair.awaitInSync();
            return pair;
        } catch (RuntimeException | Error e) {
            pair.close();
            throw e;
        }
    }

    /** Waits until each replica has all that the master has acknowledged. */
    public void awaitInSync() {
        Await.until("replicas of " + master() + " are in sync", () -> Replication.isInSync(master(), replicas()));
    }

    /**
     * {@return the master}
     */
    public RedisServer master() {
        return servers.get(0);
    }

    /**
     * {@return the replicas}
     */
    public List<RedisServer> replicas() {
        return List.copyOf(servers.subList(1, servers.size()));
    }

    @Override
    public List<RedisServer> servers() {
        return List.copyOf(servers);
    }

    @Override
    public String uri() {
        return "redis-replica://" + options.userInfo()
                + servers.stream().map(RedisServer::address).collect(Collectors.joining(","));
    }

    @Override
    public void close() {
        servers.forEach(RedisServer::close);
    }
}
