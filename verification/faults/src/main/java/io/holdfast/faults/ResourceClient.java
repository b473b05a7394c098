package io.holdfast.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;

/** A way to the {@link GuardedResource}, for one thread. */
final class ResourceClient implements AutoCloseable {

    private final Socket socket;
    private final BufferedReader answers;

    ResourceClient(String host, int port) throws IOException {
        socket = new Socket(InetAddress.getByName(host), port);
        socket.setTcpNoDelay(true);
        answers = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
    }

    /** {@return whether the write was taken} */
    boolean write(String client, String lock, String id, long token) throws IOException {
        socket.getOutputStream().write((client + "\t" + lock + "\t" + id + "\t" + token + "\n").getBytes(UTF_8));
        String answer = answers.readLine();
        if (answer == null) {
            throw new IOException("The resource has hung up");
        }
        return answer.equals(GuardedResource.TAKEN);
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
