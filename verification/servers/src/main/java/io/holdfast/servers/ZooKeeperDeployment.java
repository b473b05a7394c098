package io.holdfast.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.apache.zookeeper.ZooKeeper;

/** One or more ZooKeeper servers that keep the same data. */
public interface ZooKeeperDeployment extends AutoCloseable {

    /** {@return how clients find it, as in {@code 127.0.0.1:2181,127.0.0.1:2182}} */
    default String connectString() {
        return servers().stream().map(ZooKeeperServer::address).collect(Collectors.joining(","));
    }

    /** {@return the servers, running or not; always the same, in the same order} */
    List<ZooKeeperServer> servers();

    /**
     * Ends the session of a client, which learns of it as if it had not been heard for too long; returns when the
     * session has ended, with all that was bound to it.
     *
     * @param client one that has been connected
     */
    default void expireSession(ZooKeeper client) {
        expireSession(client.getSessionId(), client.getSessionPasswd());
    }

    /**
     * Ends a session, by taking it over and closing it; returns when it has ended, with all that was bound to it.
     *
     * @param id the session
     * @param password what the servers gave to its client, who alone can know
     */
    default void expireSession(long id, byte[] password) {
        CountDownLatch known = new CountDownLatch(1);
        int timeout = (int) Await.PATIENCE.toMillis();
        try {
            // Connected, or told that the session is no more.
            ZooKeeper second =
                    new ZooKeeper(connectString(), timeout, event -> known.countDown(), id, password.clone());
            try {
                Await.until("session 0x" + Long.toHexString(id) + " is found", () -> known.getCount() == 0);
            } finally {
                second.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a session was to end", e);
        }
    }

    /** Kills the servers and deletes what they wrote. */
    @Override
    void close();
}
