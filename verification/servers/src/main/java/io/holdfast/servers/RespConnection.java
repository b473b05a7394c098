package io.holdfast.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A connection to a server, without a client library: commands go out, and replies come back as {@link String},
 * {@link Long}, {@link List} or null.
 */
public final class RespConnection implements AutoCloseable {

    private static final int TIMEOUT_MILLIS = (int) Duration.ofSeconds(5).toMillis();

    private final Socket socket;
    private final RespReader replies;

    private RespConnection(Socket socket) throws IOException {
        this.socket = socket;
        this.replies = new RespReader(socket.getInputStream());
    }

    /** An error that the server answered, for example {@code NOSCRIPT No matching script}. */
    public static final class ErrorReply extends RuntimeException {

        private static final long serialVersionUID = 1;

        ErrorReply(String message) {
            super(message);
        }
    }

    /** Connects, and gives the password if there is one. */
    static RespConnection open(int port, RedisOptions options) {
        try {
            Socket socket = new Socket();
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.setTcpNoDelay(true);
            if (options.tls() != null) {
                socket = options.tls().sslContext().getSocketFactory().createSocket(socket, "127.0.0.1", port, true);
            }
            RespConnection connection = new RespConnection(socket);
            if (options.password() != null) {
                connection.command("AUTH", options.password());
            }
            return connection;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot connect to port " + port, e);
        }
    }

    /**
     * Sends a command and waits for its reply.
     *
     * @param words the command and its arguments
     * @return the reply
     * @throws ErrorReply if it is an error
     */
    public @Nullable Object command(String... words) {
        send(words);
        return receive();
    }

    /** {@return the lines {@code name:value} of a reply} */
    Map<String, String> fields(String... words) {
        return String.valueOf(command(words))
                .lines()
                .map(line -> line.split(":", 2))
                .filter(pair -> pair.length == 2)
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    }

    /**
     * Sends a command.
     *
     * @param words the command and its arguments
     */
    public void send(String... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(("*" + words.length + "\r\n").getBytes(UTF_8));
        for (String word : words) {
            byte[] bytes = word.getBytes(UTF_8);
            out.writeBytes(("$" + bytes.length + "\r\n").getBytes(UTF_8));
            out.writeBytes(bytes);
            out.writeBytes("\r\n".getBytes(UTF_8));
        }
        try {
            socket.getOutputStream().write(out.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Waits for the next reply, or message.
     *
     * @return the reply
     * @throws ErrorReply if it is an error
     */
    public @Nullable Object receive() {
        try {
            Object reply = replies.read();
            if (reply instanceof ErrorReply error) {
                throw error;
            }
            return reply;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
