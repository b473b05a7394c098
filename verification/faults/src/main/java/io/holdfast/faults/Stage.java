package io.holdfast.faults;

import io.holdfast.servers.RedisBinary;
import io.holdfast.servers.RedisDeployment;
import io.holdfast.servers.RedisOptions;
import io.holdfast.servers.RedisServer;
import io.holdfast.servers.SentinelGroup;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Servers and clients that stay for many rounds: to start them is what costs. */
final class Stage implements AutoCloseable {

    private static final int CLIENTS = 3;

    private final Topology topology;
    private final Scratch scratch = Scratch.open();
    private final Tool<Network> network;
    private final Tool<ClockShim> clock;
    private final RedisDeployment servers;
    private final List<ClientProcess> clients = new ArrayList<>();
    private @Nullable ClientProcess remote;
    private int rounds;
    private int started;

    private Stage(Topology topology) {
        this.topology = topology;
        network = Tool.of(Network::open);
        clock = Tool.of(() -> ClockShim.compile(directory()));
        RedisOptions options = RedisOptions.of(RedisBinary.PACKAGED);
        if (network.isThere()) {
            options = options.reachableAt(network.get().address());
        }
        if (clock.isThere()) {
            options = options.startedBy(clock.get().launcher());
        }
        servers = topology.start(options);
    }

    /** Something that not every machine has: who needs it hears what is missing, nobody else does. */
    private record Tool<T>(@Nullable T tool, @Nullable IllegalStateException missing) {

        static <T> Tool<T> of(Supplier<T> open) {
            try {
                return new Tool<>(open.get(), null);
            } catch (IllegalStateException e) {
                return new Tool<>(null, e);
            }
        }

        boolean isThere() {
            return tool != null;
        }

        T get() {
            if (tool == null) {
                throw new IllegalStateException(missing == null ? "" : missing.getMessage(), missing);
            }
            return tool;
        }
    }

    /** {@return servers of a kind, up and running} */
    static Stage open(Topology topology) {
        return new Stage(topology);
    }

    Topology topology() {
        return topology;
    }

    /**
     * {@return the clients of a round, all alive}
     *
     * @param cut whether the last of them is to live in the {@link #network()}
     */
    List<ClientProcess> clients(boolean cut) {
        clients.removeIf(client -> !client.isAlive());
        List<ClientProcess> fresh = new ArrayList<>();
        while (clients.size() < CLIENTS) {
            fresh.add(client(List.of()));
            clients.add(fresh.get(fresh.size() - 1));
        }
        List<ClientProcess> cast = new ArrayList<>(clients);
        if (cut) {
            ClientProcess far = remote;
            if (far == null || !far.isAlive()) {
                far = client(network().command());
                fresh.add(far);
                remote = far;
            }
            cast.set(CLIENTS - 1, far);
        }
        fresh.forEach(client -> client.await("ready"));
        return cast;
    }

    private ClientProcess client(List<String> prefix) {
        return ClientProcess.start("c" + ++started, prefix, directory().resolve("errors"));
    }

    /** Makes all well before a round. */
    void settle() {
        if (network.isThere()) {
            network().heal();
        }
        for (RedisServer server : servers.servers()) {
            if (clock.isThere() && server.isRunning() && clock().isShifted(server)) {
                // Not shifted back: keys that were set meanwhile would stay for as long as the clock was off.
                server.restartEmpty();
            }
        }
        topology.heal(servers);
    }

    /** {@return names for a round, and the number of it} */
    Names names() {
        return new Names(topology + "-" + ++rounds);
    }

    /** {@return where clients find the servers} */
    String uri() {
        String uri = servers.uri();
        int fragment = uri.indexOf('#');
        String options = "?clientName=" + Leftovers.CLIENT_NAME;
        return fragment < 0 ? uri + options : uri.substring(0, fragment) + options + uri.substring(fragment);
    }

    RedisDeployment servers() {
        return servers;
    }

    /** {@return all servers, Sentinels included} */
    List<RedisServer> everyServer() {
        List<RedisServer> all = new ArrayList<>(servers.servers());
        if (servers instanceof SentinelGroup group) {
            all.addAll(group.sentinels());
        }
        return all;
    }

    /** {@return the host under which clients, wherever they are, reach this process} */
    String host() {
        return network.isThere() ? network().address() : "127.0.0.1";
    }

    /**
     * {@return the network in which a client can be cut off}
     *
     * @throws IllegalStateException if there is none; the message says why
     */
    Network network() {
        return network.get();
    }

    /**
     * {@return what shifts the clocks of servers}
     *
     * @throws IllegalStateException if there is none; the message says why
     */
    ClockShim clock() {
        return clock.get();
    }

    Path directory() {
        return scratch.directory();
    }

    @Override
    public void close() {
        clients.forEach(ClientProcess::close);
        if (remote != null) {
            remote.close();
        }
        servers.close();
        if (network.isThere()) {
            network().close();
        }
        scratch.close();
    }
}
