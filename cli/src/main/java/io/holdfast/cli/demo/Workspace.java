package io.holdfast.cli.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A directory and the processes that were started in it, which both are gone when it is closed.
 *
 * <p>This holds however this JVM ends. A shell waits at the end of a pipe for it to close the pipe or to go, kills each
 * process that left a {@code pid} file, and removes everything. The shutdown hook only waits for that.
 */
final class Workspace implements AutoCloseable {

    private static final String GUARD = "trap '' HUP INT TERM; cat >/dev/null;"
            + " for pid in \"$0\"/*.pid; do [ -f \"$pid\" ] && kill -KILL \"$(cat \"$pid\")\"; done;"
            // Again, if a process that was just killed had the time to finish a file.
            + " rm -rf \"$0\" || rm -rf \"$0\"";

    /**
     * Writes the pid file before the program runs, so that at no moment the guard could overlook it. Ctrl-C goes to all
     * processes of a terminal: ignored here, it is only this JVM that ends by it, and the rest through the guard.
     */
    private static final String LAUNCH = "trap '' INT; echo $$ >\"$0\" && exec \"$@\"";

    private final Path directory;
    private final Process guard;
    private volatile boolean closed;

    /** Makes the directory. */
    Workspace() {
        try {
            directory = Files.createTempDirectory("holdfast-demo-");
            guard = new ProcessBuilder("sh", "-c", GUARD, directory.toString())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Runtime.getRuntime().addShutdownHook(new Thread(this::close, "workspace"));
    }

    Path directory() {
        return directory;
    }

    /** {@return whether it was closed, which also happens when this JVM is told to end} */
    boolean isClosed() {
        return closed;
    }

    /** Starts a program; what it complains about goes to its {@link #log}. */
    Process start(String name, List<String> command) {
        Path pid = directory.resolve(name + ".pid");
        List<String> line = new ArrayList<>(List.of("sh", "-c", LAUNCH, pid.toString()));
        line.addAll(command);
        try {
            return new ProcessBuilder(line)
                    .redirectError(logFile(name).toFile())
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@return what a program complained about} */
    String log(String name) {
        try {
            // Whatever bytes there are: the reason of a failure must not fail.
            return new String(Files.readAllBytes(logFile(name)), UTF_8).strip();
        } catch (IOException gone) {
            return "";
        }
    }

    Path logFile(String name) {
        return directory.resolve(name + ".log");
    }

    @Override
    public void close() {
        closed = true;
        try {
            guard.getOutputStream().close();
        } catch (IOException alreadyBroken) {
            // Then the guard has noticed.
        }
        guard.onExit().join();
    }
}
