package io.holdfast.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.history.Event;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A file of what one client saw. Each line is handed to the system at once, so that it outlives the client. */
final class EventLog implements AutoCloseable {

    private final String client;
    private final FileOutputStream out;

    EventLog(String client, Path file) throws IOException {
        this.client = client;
        this.out = new FileOutputStream(file.toFile(), true);
    }

    /** {@return what is in such a file; without its last line if that has no end, since its client was killed at it} */
    static List<Event> read(Path file) {
        try {
            String text = new String(Files.readAllBytes(file), UTF_8);
            return text.substring(0, text.lastIndexOf('\n') + 1)
                    .lines()
                    .map(Event::parse)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes what happened just now. */
    void now(Event.Type type, String lock, String id, String detail) {
        write(System.nanoTime(), type, lock, id, 0, 0, detail);
    }

    /** Writes what happened, with what is known of the lease. */
    void write(long at, Event.Type type, String lock, String id, long token, long left, String detail) {
        // One call, so that lines of several threads do not mix.
        byte[] line = (new Event(at, client, type, lock, id, token, left, detail).line() + "\n").getBytes(UTF_8);
        try {
            out.write(line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
