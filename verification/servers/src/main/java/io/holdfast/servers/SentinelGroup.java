package io.holdfast.servers;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A master and two replicas, watched by three Sentinels that make a replica the master when it dies. */
public final class SentinelGroup implements RedisDeployment {

    /** The name under which the Sentinels know the master. */
    public static final String NAME = "mymaster";

    private static final int SENTINELS = 3;
    private static final int REPLICAS = 2;

    private final RedisOptions options;
    private final ReplicaPair data;
    private final List<Sentinel> sentinels = new ArrayList<>();

    private SentinelGroup(RedisOptions options) {
        this.options = options;
        this.data = ReplicaPair.start(options, REPLICAS);
    }

    /**
     * {@return a group that is ready to fail over}
     *
     * @param binary the program
     */
    public static SentinelGroup start(RedisBinary binary) {
        return start(RedisOptions.of(binary));
    }

    /**
     * {@return a group that is ready to fail over}
     *
     * @param options the settings of each server that keeps data
     */
    public static SentinelGroup start(RedisOptions options) {
        SentinelGroup group = new SentinelGroup(options);
        try {
            for (int i = 0; i < SENTINELS; i++) {
                group.sentinels.add(Sentinel.start(group.data.master(), options));
            }
            group.awaitReady();
            return group;
        } catch (RuntimeException | Error e) {
            group.close();
            throw e;
        }
    }

    /**
     * {@return the server that the Sentinels call the master}
     */
    public RedisServer currentMaster() {
        int port = answering().get(0).masterPort();
        return servers().stream()
                .filter(server -> server.port() == port)
                .findFirst()
                .orElseThrow();
    }

    /**
     * Kills the master, and waits until the Sentinels agree upon another one and that one has taken over.
     *
     * @return the new master
     */
    public RedisServer failOver() {
        RedisServer old = currentMaster();
        old.kill();
        Await.until("another master than " + old, () -> {
            RedisServer master = currentMaster();
            return master != old
                    && "master".equals(master.info("replication").get("role"))
                    && answering().stream().allMatch(sentinel -> sentinel.masterPort() == master.port());
        });
        return currentMaster();
    }

    /** Revives what was killed or frozen, an old master as a replica, and waits until all is as it was at the start. */
    public void heal() {
        sentinels().forEach(RedisServer::revive);
        // By itself it would come back as a second master, and be one for 8 s until the Sentinels correct that.
        String port = Integer.toString(currentMaster().port());
        servers().forEach(server -> server.revive("--replicaof", "127.0.0.1", port));
        awaitReady();
    }

    private void awaitReady() {
        Await.until("the Sentinels know each other and all servers", () -> {
            RedisServer master = currentMaster();
            List<RedisServer> replicas =
                    servers().stream().filter(server -> server != master).toList();
            return Replication.isInSync(master, replicas)
                    && sentinels.stream().allMatch(sentinel -> sentinel.masterPort() == master.port())
                    && sentinels.stream().allMatch(sentinel -> sentinel.sees(SENTINELS - 1, REPLICAS));
        });
    }

    private List<Sentinel> answering() {
        return sentinels.stream()
                .filter(sentinel -> sentinel.server().isAnswering())
                .toList();
    }

    /**
     * {@return the Sentinels}
     */
    public List<RedisServer> sentinels() {
        return sentinels.stream().map(Sentinel::server).toList();
    }

    @Override
    public List<RedisServer> servers() {
        return data.servers();
    }

    @Override
    public String uri() {
        return "redis-sentinel://" + options.userInfo()
                + sentinels().stream().map(RedisServer::address).collect(Collectors.joining(",")) + "/0#" + NAME;
    }

    @Override
    public void close() {
        sentinels().forEach(RedisServer::close);
        data.close();
    }
}
