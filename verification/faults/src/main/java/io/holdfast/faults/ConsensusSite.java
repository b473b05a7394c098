package io.holdfast.faults;

import io.holdfast.servers.LocalServer;
import io.holdfast.servers.Quorum;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Servers that agree upon a write before they acknowledge it: one, or three of which one leads. */
abstract class ConsensusSite implements Site {

    /** What shows that there was an election: how many leaders there have been. */
    static final String TERM = "term";

    private final List<? extends LocalServer> servers;
    private final @Nullable Quorum<?> quorum;

    ConsensusSite(LocalServer one) {
        servers = List.of(one);
        quorum = null;
    }

    ConsensusSite(Quorum<?> three) {
        servers = three.servers();
        quorum = three;
    }

    /** {@return how many leaders there have been} */
    abstract long term();

    /** Ends what some of the claims live by, as if their client had not been heard. */
    abstract void endLife(int aim);

    /** {@return what clients could have left in the servers' memory} */
    abstract List<Leftover> leftovers(String tag);

    List<? extends LocalServer> servers() {
        return servers;
    }

    /** {@return the one that leads, after an election if there has to be one} */
    LocalServer leader() {
        return quorum == null ? servers.get(0) : quorum.leader();
    }

    /** {@return the others, if they are up} */
    List<? extends LocalServer> followers() {
        return quorum == null ? List.of() : quorum.followers();
    }

    @Override
    public void settle() {
        if (quorum == null) {
            servers.get(0).revive();
        } else {
            quorum.heal();
        }
    }

    @Override
    public List<Integer> ports(int aim, int count) {
        return servers.stream().map(LocalServer::port).toList();
    }

    @Override
    public Map<String, Long> counters() {
        return Map.of(TERM, term());
    }

    /** Whoever died has left nothing either, once the servers have noticed: nothing is pardoned. */
    @Override
    public List<Leftover> leftovers(Scene scene, Pardon pardon) {
        List<Leftover> all = new ArrayList<>(leftovers(scene.names().tag()));
        all.add(new Leftover(
                "connections",
                () -> scene.clients().stream()
                        .filter(ClientProcess::isAlive)
                        .flatMap(client -> Sockets.of(client.pid()).stream())
                        .filter(socket -> ports(0, servers.size()).contains(socket.remotePort()))
                        .map(Sockets::toString)
                        .toList()));
        return all;
    }

    @Override
    public void close() {
        if (quorum == null) {
            servers.get(0).close();
        } else {
            quorum.close();
        }
    }
}
