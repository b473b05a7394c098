package io.holdfast.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.history.Event;
import io.holdfast.history.Resource;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What the locks protect: it takes writes from all clients one after the other, and refuses a token below the highest. */
final class GuardedResource implements AutoCloseable {

    static final String TAKEN = "taken";
    private static final String REFUSED = "refused";

    private final ServerSocket entrance;
    private final Resource resource = new Resource();
    private final Map<String, Long> writes = new ConcurrentHashMap<>();
    private final Chronicle chronicle;

    /**
     * Opens it.
     *
     * @param host where clients reach it
     * @param chronicle what hears of each write
     */
    GuardedResource(String host, Chronicle chronicle) {
        this.chronicle = chronicle;
        try {
            entrance = new ServerSocket(0, 100, InetAddress.getByName(host));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Daemons.start("resource", this::accept);
    }

    int port() {
        return entrance.getLocalPort();
    }

    /** {@return how many writes it has taken from a client} */
    long writes(String client) {
        return writes.getOrDefault(client, 0L);
    }

    private void accept() {
        while (!entrance.isClosed()) {
            try {
                Socket client = entrance.accept();
                Daemons.start("resource-client", () -> serve(client));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket;
                BufferedReader lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8))) {
            socket.setTcpNoDelay(true);
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] words = line.split("\t", 4);
                boolean taken = write(words[0], words[1], words[2], Long.parseLong(words[3]));
                socket.getOutputStream().write(((taken ? TAKEN : REFUSED) + "\n").getBytes(UTF_8));
            }
        } catch (IOException gone) {
            // With its process.
            return;
        }
    }

    private synchronized boolean write(String client, String lock, String id, long token) {
        boolean taken = resource.write(lock, token);
        chronicle.add(new Event(
                System.nanoTime(), client, taken ? Event.Type.WRITTEN : Event.Type.REJECTED, lock, id, token, 0, ""));
        if (taken) {
            writes.merge(client, 1L, Long::sum);
        }
        return taken;
    }

    @Override
    public void close() {
        try {
            entrance.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
