package io.holdfast.servers;

import java.util.List;

/** One or more servers that are reached by one URI. */
public interface RedisDeployment extends AutoCloseable {

    /**
     * {@return how clients find it, with the password if it has one}
     */
    String uri();

    /**
     * {@return the servers that keep data, running or not; always the same, in the same order}
     */
    List<RedisServer> servers();

    /** Breaks every connection of clients once; those between servers stay. */
    default void breakConnections() {
        for (RedisServer server : servers()) {
            if (server.isRunning()) {
                server.command("CLIENT", "KILL", "TYPE", "normal");
                server.command("CLIENT", "KILL", "TYPE", "pubsub");
            }
        }
    }

    /** Kills the servers and deletes what they wrote. */
    @Override
    void close();
}
