package io.holdfast.faults;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Servers and clients that stay for many rounds: to start them is what costs. */
final class Stage implements AutoCloseable {

    private static final int CLIENTS = 3;

    private final Topology topology;
    private final Scratch scratch = Scratch.open();
    private final Tools tools = new Tools(scratch.directory());
    private final Site site;
    private final List<ClientProcess> clients = new ArrayList<>();
    private @Nullable ClientProcess remote;
    private int rounds;
    private int started;

    private Stage(Topology topology) {
        this.topology = topology;
        site = topology.open(tools);
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
     * @param cut whether the last of them is to live in the {@link Network}
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
                far = client(tools.network().command());
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
        tools.heal();
        site.settle();
    }

    /** {@return names for a round, and the number of it} */
    Names names() {
        return new Names(topology + "-" + ++rounds);
    }

    Site site() {
        return site;
    }

    Tools tools() {
        return tools;
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
        site.close();
        tools.close();
        scratch.close();
    }
}
