package io.holdfast.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How a server is to be started: which program, and with which settings.
 *
 * @param binary the program
 * @param arguments what goes onto its command line, besides what every server gets
 * @param password the password of the default user, also for replication
 * @param tls the certificate, if the server is to speak TLS, and nothing else
 * @param loadsSlowly whether a start returns while the server is still loading its data
 * @param sentinelConfig what it watches at first, if it is a Sentinel, instead of keeping data
 * @param address where else it listens, besides 127.0.0.1
 * @param launcher what starts it, in the place of its own command line: a program that takes that as its arguments
 */
public record RedisOptions(
        RedisBinary binary,
        List<String> arguments,
        @Nullable String password,
        @Nullable TlsCertificates tls,
        boolean loadsSlowly,
        @Nullable String sentinelConfig,
        @Nullable String address,
        List<String> launcher) {

    /**
     * {@return a server without password, TLS or persistence}
     *
     * @param binary the program
     */
    public static RedisOptions of(RedisBinary binary) {
        return new RedisOptions(binary, List.of(), null, null, false, null, null, List.of());
    }

    /**
     * {@return these options, and arguments as {@code redis-server} takes them}
     *
     * @param more for example {@code "--maxmemory", "2mb"}; the last of several wins
     */
    public RedisOptions with(String... more) {
        List<String> all = Stream.concat(arguments.stream(), Stream.of(more)).toList();
        return new RedisOptions(binary, all, password, tls, loadsSlowly, sentinelConfig, address, launcher);
    }

    /**
     * {@return these options, and a file that keeps each write across a restart}
     */
    public RedisOptions appendOnly() {
        return with("--appendonly", "yes");
    }

    /**
     * {@return these options, and a password for the default user}
     *
     * @param password without it, the server answers NOAUTH
     */
    public RedisOptions password(String password) {
        return new RedisOptions(binary, arguments, password, tls, loadsSlowly, sentinelConfig, address, launcher)
                .with("--requirepass", password, "--masterauth", password);
    }

    /**
     * {@return these options, but the port speaks TLS}
     *
     * @param certificates what the server shows to its clients
     */
    public RedisOptions tls(TlsCertificates certificates) {
        return new RedisOptions(
                binary, arguments, password, certificates, loadsSlowly, sentinelConfig, address, launcher);
    }

    /**
     * {@return these options, but the server loads its data slowly, and a start returns while it answers LOADING}
     *
     * @param perKey how long each key takes; see {@link RedisServer#awaitLoaded()}
     */
    public RedisOptions keyLoadDelay(Duration perKey) {
        RedisOptions slow = new RedisOptions(binary, arguments, password, tls, true, sentinelConfig, address, launcher)
                .with("--key-load-delay", Long.toString(TimeUnit.NANOSECONDS.toMicros(perKey.toNanos())));
        // Otherwise it answers after every 2 MB only, as 6.2 always does.
        return binary == RedisBinary.EMBEDDED ? slow : slow.with("--loading-process-events-interval-bytes", "1024");
    }

    /**
     * {@return these options, and a limit for connections}
     *
     * @param count at most so many clients, tests' own commands included
     */
    public RedisOptions maxClients(int count) {
        return with("--maxclients", Integer.toString(count));
    }

    /**
     * {@return these options, and a second address to listen on, also for Sentinels, open to everybody there}
     *
     * @param address one that this machine has
     */
    public RedisOptions reachableAt(String address) {
        return new RedisOptions(binary, arguments, password, tls, loadsSlowly, sentinelConfig, address, launcher);
    }

    /**
     * {@return these options, but another program starts the server, and becomes it}
     *
     * @param launcher for example {@code "env", "NAME=value"}
     */
    public RedisOptions startedBy(String... launcher) {
        return new RedisOptions(
                binary, arguments, password, tls, loadsSlowly, sentinelConfig, address, List.of(launcher));
    }

    /** {@return a Sentinel of the same program, without password} */
    RedisOptions sentinel(String config) {
        return new RedisOptions(binary, List.of(), null, null, false, config, address, List.of());
    }

    /** {@return the part of a URI that carries the password} */
    String userInfo() {
        return password == null ? "" : ":" + URLEncoder.encode(password, UTF_8).replace("+", "%20") + "@";
    }

    /** {@return where a Sentinel, and only that, keeps its settings} */
    Path configFile(Path directory) {
        return directory.resolve("sentinel.conf");
    }

    /** {@return the command that starts such a server} */
    List<String> command(Path directory, int port, String... more) {
        List<String> line = new ArrayList<>(launcher);
        line.add(binary.path().toString());
        if (sentinelConfig != null) {
            line.addAll(List.of(configFile(directory).toString(), "--sentinel"));
        } else {
            line.addAll(List.of("--save", "", "--repl-diskless-sync", "yes", "--repl-diskless-sync-delay", "0"));
            // Otherwise a server without persistence finds what replication left in a file when it starts again.
            line.addAll(List.of("--rdb-del-sync-files", "yes"));
        }
        line.addAll(List.of("--dir", directory.toString(), "--bind", "127.0.0.1"));
        if (address != null) {
            line.addAll(List.of(address, "--protected-mode", "no"));
        }
        if (tls == null) {
            line.addAll(List.of("--port", Integer.toString(port)));
        } else {
            line.addAll(List.of("--port", "0", "--tls-port", Integer.toString(port), "--tls-auth-clients", "no"));
            line.addAll(List.of("--tls-cert-file", tls.certificateFile().toString()));
            line.addAll(List.of("--tls-ca-cert-file", tls.certificateFile().toString()));
            line.addAll(List.of("--tls-key-file", tls.keyFile().toString()));
        }
        line.addAll(arguments);
        line.addAll(List.of(more));
        return line;
    }
}
