package io.holdfast.servers;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Masters that know nothing of each other. */
public final class IndependentMasters implements RedisDeployment {

    private final RedisOptions options;
    private final List<RedisServer> servers;

    private IndependentMasters(RedisOptions options, List<RedisServer> servers) {
        this.options = options;
        this.servers = servers;
    }

    /**
     * {@return masters, up and running}
     *
     * @param options the settings of each
     * @param count how many
     */
    public static IndependentMasters start(RedisOptions options, int count) {
        return new IndependentMasters(
                options,
                IntStream.range(0, count)
                        .mapToObj(i -> RedisServer.start(options))
                        .toList());
    }

    /**
     * Waits until each has been running for that long.
     *
     * @param time how long
     */
    public void awaitUptime(Duration time) {
        long seconds = time.toSeconds();
        Await.until(
                "each has been running for " + time,
                time.plus(Await.PATIENCE),
                () -> servers.stream()
                        .allMatch(server -> Long.parseLong(server.info("server").get("uptime_in_seconds")) >= seconds));
    }

    /** Revives what was killed or frozen. */
    public void heal() {
        servers.forEach(RedisServer::revive);
    }

    @Override
    public String uri() {
        return "redlock://" + options.userInfo()
                + servers.stream().map(RedisServer::address).collect(Collectors.joining(","));
    }

    @Override
    public List<RedisServer> servers() {
        return servers;
    }

    @Override
    public void close() {
        servers.forEach(RedisServer::close);
    }
}
