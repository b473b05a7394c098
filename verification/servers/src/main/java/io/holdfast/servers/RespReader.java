package io.holdfast.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes replies in RESP 2 out of a stream of bytes. */
final class RespReader {

    private final InputStream in;

    RespReader(InputStream in) {
        this.in = new BufferedInputStream(in);
    }

    /** {@return the next reply: a String, a Long, a List, null, or an ErrorReply, which is not thrown} */
    @Nullable
    Object read() throws IOException {
        String line = line();
        String rest = line.substring(1);
        return switch (line.charAt(0)) {
            case '+' -> rest;
            case '-' -> new RespConnection.ErrorReply(rest);
            case ':' -> Long.valueOf(rest);
            case '$' -> text(Integer.parseInt(rest));
            case '*' -> list(Integer.parseInt(rest));
            default -> throw new IOException("not a reply: " + line);
        };
    }

    private String line() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int next = in.read();
        for (; next != '\r' && next >= 0; next = in.read()) {
            bytes.write(next);
        }
        if (next < 0 || in.read() != '\n' || bytes.size() == 0) {
            throw new EOFException("the server closed the connection");
        }
        return bytes.toString(UTF_8);
    }

    private @Nullable String text(int length) throws IOException {
        if (length < 0) {
            return null;
        }
        byte[] bytes = in.readNBytes(length);
        in.skipNBytes(2);
        return new String(bytes, UTF_8);
    }

    private @Nullable List<@Nullable Object> list(int size) throws IOException {
        if (size < 0) {
            return null;
        }
        List<@Nullable Object> items = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            items.add(read());
        }
        return items;
    }
}
