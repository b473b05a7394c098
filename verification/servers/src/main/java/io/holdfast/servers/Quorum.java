package io.holdfast.servers;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Three servers that elect one of them, and take requests for as long as two can talk to each other.
 *
 * @param <S> what they are
 */
public abstract class Quorum<S extends LocalServer> implements AutoCloseable {

    /** How many servers there are. */
    public static final int SIZE = 3;

    private final List<S> servers;

    /** Knows them before they are started, because each has to be told of the others. */
    Quorum(List<S> servers) {
        this.servers = List.copyOf(servers);
    }

    /** {@return whether all those that answer take the candidate, who is one of them, for their leader} */
    abstract boolean isLedBy(S candidate, List<S> answering) throws Exception;

    /** Starts all, and waits until they are ready. */
    void launch() {
        try {
            servers.forEach(LocalServer::prepare);
            heal();
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    /** {@return the servers, running or not; always the same, in the same order} */
    public List<S> servers() {
        return servers;
    }

    /** {@return the leader of those that are neither dead nor frozen, after the election if there has to be one} */
    public S leader() {
        List<S> found = new ArrayList<>();
        Await.until("a leader among " + answering(), () -> {
            S leader = findLeader();
            return leader != null && found.add(leader);
        });
        return found.get(0);
    }

    /** {@return those that follow the leader, and are neither dead nor frozen} */
    public List<S> followers() {
        S leader = leader();
        return answering().stream().filter(server -> server != leader).toList();
    }

    /**
     * Kills the leader, and waits until there is another one.
     *
     * @return the new leader
     */
    public S failOver() {
        leader().kill();
        return leader();
    }

    /** Revives what was killed or frozen, be it all of them, and waits until they are ready. */
    public void heal() {
        for (S server : servers) {
            if (!server.isRunning()) {
                // Without waiting: none of them answers before there is a majority.
                server.launch(server.command());
            } else if (!server.isAnswering()) {
                server.resume();
            }
        }
        awaitReady();
    }

    /** Waits until each takes requests and they agree upon a leader; all have to be up for that. */
    public void awaitReady() {
        servers.forEach(server -> server.await("answers", server::answers));
        Await.until("all agree upon a leader: " + servers, () -> findLeader() != null);
    }

    private @Nullable S findLeader() throws Exception {
        List<S> answering = answering();
        for (S candidate : answering) {
            // Otherwise a test would be too early: etcd 3.4 loses a write during an election, and says so after 7 s.
            if (isLedBy(candidate, answering) && allAnswer(answering)) {
                return candidate;
            }
        }
        return null;
    }

    private static boolean allAnswer(List<? extends LocalServer> servers) throws Exception {
        for (LocalServer server : servers) {
            if (!server.answers()) {
                return false;
            }
        }
        return true;
    }

    private List<S> answering() {
        return servers.stream().filter(LocalServer::isAnswering).toList();
    }

    /** Kills the servers and deletes what they wrote. */
    @Override
    public void close() {
        servers.forEach(LocalServer::close);
    }
}
