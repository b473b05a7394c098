package io.holdfast.servers;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * How a ZooKeeper is to be started.
 *
 * @param tickTime the unit of its clock: a session ends up to so much later than its timeout says
 * @param minSessionTimeout the shortest timeout that a client gets
 * @param maxSessionTimeout the longest timeout that a client gets
 * @param settings what goes into its configuration, besides what every server gets
 * @param location where it runs
 * @param java the options of its JVM
 */
public record ZooKeeperOptions(
        Duration tickTime,
        Duration minSessionTimeout,
        Duration maxSessionTimeout,
        List<String> settings,
        Location location,
        List<String> java) {

    /**
     * A clock four times as fast as usual, and sessions from 1 to 40 s, in a JVM that is small and starts fast, and removes
     * empty containers at once and not up to a minute later; each write is synced.
     */
    public static final ZooKeeperOptions FAST = new ZooKeeperOptions(
            Duration.ofMillis(500),
            Duration.ofSeconds(1),
            Duration.ofSeconds(40),
            List.of(),
            Location.HERE,
            List.of(
                    "-Xmx128m",
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-Dznode.container.checkIntervalMs=500"));

    /** What it is like as it comes, its JVM included; each write is synced. */
    public static final ZooKeeperOptions USUAL = new ZooKeeperOptions(
            Duration.ofSeconds(2),
            Duration.ofSeconds(4),
            Duration.ofSeconds(40),
            List.of(),
            Location.HERE,
            List.of("-Xmx1000m"));

    /**
     * {@return these options, but another clock}
     *
     * @param time the unit; servers give up others after five of them, or twenty at the start
     */
    public ZooKeeperOptions tickTime(Duration time) {
        return new ZooKeeperOptions(time, minSessionTimeout, maxSessionTimeout, settings, location, java);
    }

    /**
     * {@return these options, but other limits for what clients wish}
     *
     * @param min the shortest timeout that a client gets
     * @param max the longest timeout that a client gets
     */
    public ZooKeeperOptions sessionTimeouts(Duration min, Duration max) {
        return new ZooKeeperOptions(tickTime, min, max, settings, location, java);
    }

    /**
     * {@return these options, and lines as in a {@code zoo.cfg}}
     *
     * @param more for example {@code "maxClientCnxns=20"}; the last of several wins
     */
    public ZooKeeperOptions with(String... more) {
        List<String> all = Stream.concat(settings.stream(), Stream.of(more)).toList();
        return new ZooKeeperOptions(tickTime, minSessionTimeout, maxSessionTimeout, all, location, java);
    }

    /**
     * {@return these options, but elsewhere}
     *
     * @param place where it runs
     */
    public ZooKeeperOptions at(Location place) {
        return new ZooKeeperOptions(tickTime, minSessionTimeout, maxSessionTimeout, settings, place, java);
    }

    /** {@return these options, but clients find it at every address that this machine has} */
    public ZooKeeperOptions reachableEverywhere() {
        return with("clientPortAddress=0.0.0.0");
    }

    /** {@return its configuration} */
    String config(ZooKeeperServer server) {
        return """
                dataDir=%s
                clientPortAddress=%s
                clientPort=%d
                tickTime=%d
                minSessionTimeout=%d
                maxSessionTimeout=%d
                initLimit=20
                syncLimit=5
                # All clients of a test come from one address.
                maxClientCnxns=0
                admin.enableServer=false
                4lw.commands.whitelist=conf,srvr,mntr
                """.formatted(
                                server.dataDir(),
                                server.host(),
                                server.port(),
                                tickTime.toMillis(),
                                minSessionTimeout.toMillis(),
                                maxSessionTimeout.toMillis())
                + String.join("\n", settings)
                + "\n";
    }
}
