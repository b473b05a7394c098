package io.holdfast.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The command line in a process of its own, as a user would run it, with a directory for all that it writes. */
final class CommandProcess implements AutoCloseable {

    /** Long, since only a failed test waits for it. */
    private static final long PATIENCE_SECONDS = 60;

    private final Process process;
    private final BufferedReader output;
    private final StringBuilder read = new StringBuilder();

    CommandProcess(Path temporary, String... arguments) throws IOException {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                HoldfastCommand.class.getName()));
        line.addAll(List.of(arguments));
        process = new ProcessBuilder(line).redirectErrorStream(true).start();
        process.getOutputStream().close();
        output = process.inputReader(UTF_8);
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

    /** Tells it to end. */
    void terminate() {
        // By its handle, because the process itself would close its output with it.
        process.toHandle().destroy();
    }

    /** Gives it no chance to do anything. */
    void kill() {
        process.destroyForcibly();
    }

    @Override
    public void close() {
        kill();
    }
}
