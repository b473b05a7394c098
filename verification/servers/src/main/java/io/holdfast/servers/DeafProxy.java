package io.holdfast.servers;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A way to a server on which connections can die without a word, as when a firewall forgets them: neither side is told,
 * and new ones work.
 */
public final class DeafProxy implements AutoCloseable {

    private final RedisServer server;
    private final ServerSocket entrance;
    private final Set<Socket> alive = ConcurrentHashMap.newKeySet();
    private volatile boolean cut;
    private final Set<Socket> all = ConcurrentHashMap.newKeySet();

    private DeafProxy(RedisServer server, ServerSocket entrance) {
        this.server = server;
        this.entrance = entrance;
    }

    /**
     * {@return a way to a server}
     *
     * @param server where it leads to
     */
    public static DeafProxy to(RedisServer server) {
        try {
            DeafProxy proxy = new DeafProxy(server, new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
            run(proxy::accept);
            return proxy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@return how clients come here} */
    public String uri() {
        return "redis://" + address();
    }

    /** {@return {@code 127.0.0.1:port}} */
    public String address() {
        return "127.0.0.1:" + entrance.getLocalPort();
    }

    /** Lets nothing through any more, neither on the connections that there are nor on new ones, until it is healed. */
    public void cut() {
        cut = true;
        forgetConnections();
    }

    /** Lets new connections work again. */
    public void heal() {
        cut = false;
    }

    /** Lets nothing through any more on the connections that there are. */
    public void forgetConnections() {
        alive.clear();
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = entrance.accept();
            Socket target = new Socket(InetAddress.getLoopbackAddress(), server.port());
            all.add(client);
            all.add(target);
            if (!cut) {
                alive.add(client);
            }
            run(() -> copy(client, client.getInputStream(), target.getOutputStream()));
            run(() -> copy(client, target.getInputStream(), client.getOutputStream()));
        }
    }

    private void copy(Socket client, InputStream from, OutputStream to) throws IOException {
        byte[] bytes = new byte[8192];
        for (int count = from.read(bytes); count >= 0; count = from.read(bytes)) {
            if (alive.contains(client)) {
                to.write(bytes, 0, count);
            }
        }
    }

    /** Something that ends when its socket does. */
    private interface Work {

        void run() throws IOException;
    }

    private static void run(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException e) {
                // A socket was closed.
                return;
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            entrance.close();
            for (Socket socket : all) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
