package io.holdfast.cli.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A connection to a Redis, as small as can be: the shop is an application beside Holdfast, and does not borrow its client.
 */
final class Redis implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 10_000;

    private final Socket socket = new Socket();
    private final InputStream in;

    /** Connects. */
    Redis(RedisAddress address) throws IOException {
        try {
            socket.connect(new InetSocketAddress(address.host(), address.port()), PATIENCE_MILLIS);
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.setTcpNoDelay(true);
            in = new BufferedInputStream(socket.getInputStream());
            for (List<String> greeting : address.greetings()) {
                ask(greeting.toArray(String[]::new));
            }
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** Sends a command, and waits for its answer. {@return a text, a number, a list of those, or nothing} */
    @Nullable
    Object ask(String... words) throws IOException {
        StringBuilder request = new StringBuilder("*" + words.length + "\r\n");
        for (String word : words) {
            request.append('$').append(word.getBytes(UTF_8).length).append("\r\n");
            request.append(word).append("\r\n");
        }
        socket.getOutputStream().write(request.toString().getBytes(UTF_8));
        return answer();
    }

    /** Sends a command that answers with a number. */
    long number(String... words) throws IOException {
        return Long.parseLong(String.valueOf(Objects.requireNonNullElse(ask(words), 0)));
    }

    private @Nullable Object answer() throws IOException {
        String line = line();
        String rest = line.substring(1);
        return switch (line.charAt(0)) {
            case '+' -> rest;
            case ':' -> Long.valueOf(rest);
            case '$' -> rest.equals("-1") ? null : text(Integer.parseInt(rest));
            case '*' -> {
                List<@Nullable Object> several = new ArrayList<>();
                for (int i = Integer.parseInt(rest); i > 0; i--) {
                    several.add(answer());
                }
                yield several;
            }
            default -> throw new IOException("Redis says: " + rest);
        };
    }

    private String text(int length) throws IOException {
        String text = new String(in.readNBytes(length), UTF_8);
        line();
        return text;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\r'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("Redis has hung up");
            }
            line.append((char) c);
        }
        in.read();
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
