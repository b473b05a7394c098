package io.holdfast.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The command line in a process of its own, as a user would run it, with a directory for all that it writes. */
final class CommandProcess implements AutoCloseable {

    /** Long, since only a failed test waits for it. */
    private static final long PATIENCE_SECONDS = 90;

    private final Process process;
    private final BufferedReader output;
    private final StringBuilder read = new StringBuilder();

    /** Starts it, with both its outputs as one and nothing to read. */
    CommandProcess(Path temporary, String... arguments) throws IOException {
        this(new ProcessBuilder(line(temporary, arguments)).redirectErrorStream(true), Map.of(), "");
    }

    /** Starts a process, with something to read. */
    CommandProcess(ProcessBuilder builder, Map<String, String> environment, String input) throws IOException {
        builder.environment().remove(StoreOption.VARIABLE);
        builder.environment().putAll(environment);
        process = builder.start();
        try (var writer = process.outputWriter(UTF_8)) {
            writer.write(input);
        }
        output = process.inputReader(UTF_8);
        // Who waits for what it says would otherwise wait for ever.
        CompletableFuture.delayedExecutor(PATIENCE_SECONDS, TimeUnit.SECONDS).execute(this::killAll);
    }

    /** {@return what to type for a command of ours, where there is no launcher} */
    static List<String> line(Path temporary, String... arguments) {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                HoldfastCommand.class.getName()));
        line.addAll(List.of(arguments));
        return line;
    }

    /** Reads on until a line contains a text. */
    void awaitLine(String text) throws IOException {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            read.append(line).append('\n');
            if (line.contains(text)) {
                return;
            }
        }
        throw new AssertionError("'" + text + "' was not said: " + read);
    }

    /** Waits for the end. {@return the exit code} */
    int exitCode() throws IOException, InterruptedException {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            read.append(line).append('\n');
        }
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("It does not end: " + read);
        }
        return process.exitValue();
    }

    /** {@return what it wrote so far} */
    String output() {
        return read.toString();
    }

    /** {@return the id of its process} */
    long pid() {
        return process.pid();
    }

    /** Sends it a signal. */
    void signal(String name) {
        signal(name, pid());
    }

    /** Sends a process a signal. */
    static void signal(String name, long pid) {
        try {
            new ProcessBuilder("sh", "-c", "kill -" + name + " " + pid)
                    .inheritIO()
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether a process lives; one that has ended may stay as a zombie until its parent asks how it did. */
    static boolean lives(long pid) {
        try {
            return !Files.readString(Path.of("/proc", Long.toString(pid), "stat"))
                    .contains(") Z ");
        } catch (IOException gone) {
            return false;
        }
    }

    /** Tells it to end. */
    void terminate() {
        // By its handle, because the process itself would close its output with it.
        process.toHandle().destroy();
    }

    /** Gives it no chance to do anything. */
    void kill() {
        process.destroyForcibly();
    }

    /** Ends it with all that it started. */
    void killAll() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        kill();
    }

    @Override
    public void close() {
        kill();
    }
}
