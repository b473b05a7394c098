package io.holdfast.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A directory that is deleted when it is closed, or when this JVM has ended, in whatever way. */
final class Scratch implements AutoCloseable {

    private static final String WATCHDOG = "trap '' HUP INT TERM; cat >/dev/null; rm -rf \"$0\"";

    private final Path directory;
    private final Process watchdog;

    private Scratch(Path directory, Process watchdog) {
        this.directory = directory;
        this.watchdog = watchdog;
    }

    static Scratch open() {
        try {
            Path directory = Files.createTempDirectory("holdfast-faults-");
            return new Scratch(directory, new ProcessBuilder("sh", "-c", WATCHDOG, directory.toString()).start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path directory() {
        return directory;
    }

    @Override
    public void close() {
        try {
            watchdog.getOutputStream().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        watchdog.onExit().join();
    }
}
