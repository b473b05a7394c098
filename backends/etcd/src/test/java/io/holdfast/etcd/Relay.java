package io.holdfast.etcd;

import io.holdfast.servers.EtcdServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A way to a server on which connections can be broken. */
final class Relay implements AutoCloseable {

    private final EtcdServer server;
    private final ServerSocket entrance;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

    Relay(EtcdServer server) {
        this.server = server;
        try {
            entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start(this::accept);
    }

    String address() {
        return "127.0.0.1:" + entrance.getLocalPort();
    }

    void breakConnections() {
        sockets.forEach(Relay::end);
        sockets.clear();
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = entrance.accept();
            try {
                Socket target = new Socket(InetAddress.getLoopbackAddress(), server.port());
                client.setTcpNoDelay(true);
                target.setTcpNoDelay(true);
                sockets.add(client);
                sockets.add(target);
                start(() -> pass(client, target));
                start(() -> pass(target, client));
            } catch (IOException down) {
                client.close();
            }
        }
    }

    private static void pass(Socket from, Socket to) throws IOException {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
        } finally {
            end(from);
            end(to);
        }
    }

    private static void end(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void start(Work work) {
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
        breakConnections();
        try {
            entrance.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
