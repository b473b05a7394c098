package io.holdfast.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.servers.RedisServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Objects;

/** Shifts the clock of a server that runs, and of nobody else: a library that is loaded with it, compiled here. */
final class ClockShim {

    private final Path directory;
    private final Path library;

    private ClockShim(Path directory, Path library) {
        this.directory = directory;
        this.library = library;
    }

    /**
     * {@return a library in a directory}
     *
     * @throws IllegalStateException if it cannot be compiled; the message says what is missing
     */
    static ClockShim compile(Path directory) {
        Path source = directory.resolve("clock.c");
        Path library = directory.resolve("clock.so");
        String said;
        try (InputStream text = Objects.requireNonNull(ClockShim.class.getResourceAsStream("clock.c"))) {
            Files.copy(text, source, StandardCopyOption.REPLACE_EXISTING);
            Process gcc = new ProcessBuilder(
                            "gcc", "-O1", "-shared", "-fPIC", "-o", library.toString(), source.toString(), "-ldl")
                    .redirectErrorStream(true)
                    .start();
            said = new String(gcc.getInputStream().readAllBytes(), UTF_8);
            if (gcc.waitFor() == 0) {
                return new ClockShim(directory, library);
            }
        } catch (IOException e) {
            said = String.valueOf(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        throw new IllegalStateException("A clock can only be stepped with a library that gcc compiles: install gcc and"
                + " libc6-dev, as ./verify does on Debian and Ubuntu. " + said);
    }

    /** {@return what starts a server with it} */
    String[] launcher() {
        return new String[] {"env", "LD_PRELOAD=" + library, "HOLDFAST_CLOCK=" + directory};
    }

    /** Sets how far the clock of a server is off, until it is restarted. */
    void shift(RedisServer server, Duration by) {
        try (FileChannel file = FileChannel.open(offset(server), StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.allocate(Long.BYTES)
                    .order(ByteOrder.nativeOrder())
                    .putLong(0, by.toSeconds()));
        } catch (IOException e) {
            throw new UncheckedIOException(server + " does not look at " + offset(server), e);
        }
    }

    /** {@return whether the clock of a server is off} */
    boolean isShifted(RedisServer server) {
        try {
            return ByteBuffer.wrap(Files.readAllBytes(offset(server))).getLong(0) != 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path offset(RedisServer server) {
        return directory.resolve("clock-" + server.pid());
    }
}
