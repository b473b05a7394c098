package io.holdfast.faults;

import io.holdfast.redis.HastyQuorum;
import io.holdfast.servers.IndependentMasters;
import io.holdfast.servers.RedisBinary;
import io.holdfast.servers.RedisCluster;
import io.holdfast.servers.RedisDeployment;
import io.holdfast.servers.RedisOptions;
import io.holdfast.servers.RedisServer;
import io.holdfast.servers.SentinelGroup;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Redis servers. */
final class RedisSite implements Site {

    /** How connections of clients are called. */
    static final String CLIENT_NAME = "faults";

    private static final int MASTERS = 5;

    private final Tools tools;
    private final RedisDeployment deployment;
    private final Runnable heal;

    private RedisSite(Tools tools, RedisDeployment deployment, Runnable heal) {
        this.tools = tools;
        this.deployment = deployment;
        this.heal = heal;
    }

    static RedisSite single(Tools tools) {
        RedisServer server = RedisServer.start(options(tools));
        return new RedisSite(tools, server, () -> {
            if (!server.isRunning()) {
                server.start();
            } else if (!server.isAnswering()) {
                server.resume();
            }
            server.command("CONFIG", "SET", "maxclients", "10000");
            server.command("CONFIG", "SET", "maxmemory", "0");
            server.command("CONFIG", "SET", "appendonly", "no");
        });
    }

    static RedisSite sentinel(Tools tools) {
        SentinelGroup group = SentinelGroup.start(options(tools));
        return new RedisSite(tools, group, group::heal);
    }

    static RedisSite cluster(Tools tools) {
        RedisCluster cluster = RedisCluster.start(options(tools));
        return new RedisSite(tools, cluster, cluster::heal);
    }

    static RedisSite redlock(Tools tools) {
        IndependentMasters masters = IndependentMasters.start(options(tools), MASTERS);
        return new RedisSite(tools, masters, () -> {
            masters.heal();
            masters.awaitUptime(HastyQuorum.QUARANTINE.plusSeconds(1));
        });
    }

    private static RedisOptions options(Tools tools) {
        RedisOptions options = RedisOptions.of(RedisBinary.PACKAGED);
        RedisOptions reachable = tools.address().map(options::reachableAt).orElse(options);
        return tools.clockIfThere()
                .map(clock -> reachable.startedBy(clock.launcher()))
                .orElse(reachable);
    }

    /** {@return the servers, of the kind that a cell is about} */
    <T extends RedisDeployment> T deployment(Class<T> kind) {
        return kind.cast(deployment);
    }

    /** {@return all servers that keep data} */
    List<RedisServer> servers() {
        return deployment.servers();
    }

    /** {@return one of the servers that keep data} */
    RedisServer server(int aim) {
        return servers().get(aim % servers().size());
    }

    /** {@return some of the servers, one after the other} */
    List<RedisServer> servers(int aim, int count) {
        return IntStream.range(aim, aim + count).mapToObj(this::server).toList();
    }

    @Override
    public String uri() {
        String uri = deployment.uri();
        int fragment = uri.indexOf('#');
        String options = "?clientName=" + CLIENT_NAME;
        return fragment < 0 ? uri + options : uri.substring(0, fragment) + options + uri.substring(fragment);
    }

    @Override
    public void settle() {
        tools.clockIfThere()
                .ifPresent(clock -> servers().stream()
                        .filter(RedisServer::isRunning)
                        .filter(clock::isShifted)
                        // Not shifted back: keys that were set meanwhile would stay for as long as the clock was off.
                        .forEach(RedisServer::restartEmpty));
        heal.run();
    }

    @Override
    public List<Integer> ports(int aim, int count) {
        return (count == servers().size() ? everyServer() : servers(aim, count))
                .stream().map(RedisServer::port).toList();
    }

    /** {@return all servers, Sentinels included} */
    private List<RedisServer> everyServer() {
        List<RedisServer> all = new ArrayList<>(servers());
        if (deployment instanceof SentinelGroup group) {
            all.addAll(group.sentinels());
        }
        return all;
    }

    /** {@return numbers in the INFO of all servers that run, added up} */
    @Override
    public Map<String, Long> counters() {
        Map<String, Long> counters = new HashMap<>();
        for (RedisServer server : servers()) {
            if (server.isAnswering()) {
                server.info("stats").forEach((name, value) -> add(counters, name, value));
                server.info("errorstats").forEach((name, value) -> add(counters, name, value.replace("count=", "")));
            }
        }
        return counters;
    }

    private static void add(Map<String, Long> counters, String name, String value) {
        if (value.matches("\\d{1,18}")) {
            counters.merge(name, Long.parseLong(value), Long::sum);
        }
    }

    @Override
    public List<Leftover> leftovers(Scene scene, Pardon pardon) {
        return new RedisLeftovers(servers(), scene.names().tag()).all(pardon);
    }

    @Override
    public void close() {
        deployment.close();
    }
}
