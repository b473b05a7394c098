package io.holdfast.servers;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One server on one port of 127.0.0.1, which it keeps however often it is stopped and started. */
public final class RedisServer extends ServerProcess implements RedisDeployment {

    private static final int ATTEMPTS = 5;

    private final RedisOptions options;
    private final int port = Ports.reserve();

    private RedisServer(RedisOptions options) {
        this.options = options;
    }

    /**
     * {@return a server without password, TLS or persistence, up and running}
     *
     * @param binary the program
     */
    public static RedisServer start(RedisBinary binary) {
        return start(RedisOptions.of(binary));
    }

    /**
     * {@return a server, up and running}
     *
     * @param options its settings
     */
    public static RedisServer start(RedisOptions options) {
        for (int attempt = 1; ; attempt++) {
            RedisServer server = new RedisServer(options);
            try {
                server.start();
                return server;
            } catch (RuntimeException | Error e) {
                boolean clash = server.log().contains("Address already in use");
                server.close();
                if (!clash || attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /**
     * Starts it again after {@link #stop()} or {@link #kill()}, with the data that it kept, and waits until it answers.
     *
     * @param more arguments for this time only
     */
    public void start(String... more) {
        if (options.sentinelConfig() != null) {
            Workspace.writeFirst(options.configFile(dataDir()), options.sentinelConfig());
        }
        launch(options.command(dataDir(), port, more));
        // Its own process id, because whatever else listens on this port might answer too, until ours gives up.
        await("answers", () -> Long.toString(pid()).equals(info("server").get("process_id")));
        if (!options.loadsSlowly()) {
            awaitLoaded();
        }
    }

    /** Starts it if it has ended, and lets it go on if it is frozen. */
    void revive(String... more) {
        if (!isRunning()) {
            start(more);
        } else if (!isAnswering()) {
            resume();
        }
    }

    /** Waits until it has loaded its data. */
    public void awaitLoaded() {
        await("has loaded its data", () -> "PONG".equals(command("PING")));
    }

    /** Stops it, if it runs, and starts it again; it has its data only if its options persist them. */
    public void restart() {
        stop();
        start();
    }

    /** Stops it, deletes all that it wrote, and starts it again. */
    public void restartEmpty() {
        stop();
        Workspace.delete(dataDir());
        start();
    }

    /**
     * Runs a command on a connection of its own.
     *
     * @param words the command and its arguments
     * @return the reply, as {@link RespConnection#command} gives it
     */
    public @Nullable Object command(String... words) {
        try (RespConnection connection = connect()) {
            return connection.command(words);
        }
    }

    /**
     * Runs a command whose reply is never nil, on a connection of its own.
     *
     * @param words the command and its arguments
     * @return the reply, as {@link RespConnection#command} gives it
     */
    public Object reply(String... words) {
        return Objects.requireNonNull(command(words), () -> this + " has no reply to " + List.of(words));
    }

    /** {@return a new connection, with the password given} */
    public RespConnection connect() {
        return RespConnection.open(port, options);
    }

    /**
     * {@return what the server says about itself, as in {@code info("replication").get("role")}}
     *
     * @param section a section that INFO knows
     */
    public Map<String, String> info(String section) {
        try (RespConnection connection = connect()) {
            return connection.fields("INFO", section);
        }
    }

    /**
     * {@return how often commands were called, from outside and in scripts}
     *
     * @param commands their names, in lower case
     */
    public long calls(String... commands) {
        Map<String, String> statistics = info("commandstats");
        return Stream.of(commands)
                .map(command -> statistics.getOrDefault("cmdstat_" + command, "calls=0,"))
                .mapToLong(text -> Long.parseLong(text.substring(text.indexOf('=') + 1, text.indexOf(','))))
                .sum();
    }

    /** {@return its port on 127.0.0.1} */
    public int port() {
        return port;
    }

    /** {@return {@code 127.0.0.1:port}} */
    public String address() {
        return "127.0.0.1:" + port;
    }

    @Override
    public String uri() {
        return (options.tls() == null ? "redis://" : "rediss://") + options.userInfo() + address();
    }

    @Override
    public List<RedisServer> servers() {
        return List.of(this);
    }

    @Override
    public String toString() {
        return "Redis " + address();
    }
}
