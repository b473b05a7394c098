package io.holdfast.tck;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A {@link LockProcess} that runs, as seen from here. Has to be closed, which kills it. */
final class OtherProcess implements AutoCloseable {

    /** How long it may take to answer, its start included. Long, since only a failed test waits for it. */
    private static final Duration ANSWER = Duration.ofSeconds(30);

    private final Process process;
    private final Path errors;
    private final PrintWriter commands;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

    /**
     * Starts it, with the Java and the class path of this process. Its first answer is "ready".
     *
     * @param uri the URI of the store
     * @param errors the file for what it complains about
     */
    OtherProcess(String uri, Path errors) throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        List<String> command = List.of(
                java.toString(),
                // So that it starts quickly and stays small.
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                LockProcess.class.getName(),
                uri);
        this.errors = errors;
        this.process =
                new ProcessBuilder(command).redirectError(errors.toFile()).start();
        this.commands = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
        Thread listener = new Thread(this::listen, "other-process-" + process.pid());
        listener.setDaemon(true);
        listener.start();
    }

    /** Tells it to do something, without waiting for the answer. */
    void tell(String command) {
        commands.println(command);
    }

    /** {@return its next answer} */
    String answer() throws InterruptedException, IOException {
        String answer = answers.poll(ANSWER.toMillis(), TimeUnit.MILLISECONDS);
        if (answer == null) {
            throw new AssertionError("No answer from process " + process.pid()
                    + (process.isAlive() ? ", which is alive: " : ", which has ended: ") + Files.readString(errors));
        }
        return answer;
    }

    /** {@return its answer to a command} */
    String ask(String command) throws InterruptedException, IOException {
        tell(command);
        return answer();
    }

    /** {@return the token with which it acquired a lock} */
    long acquire(String name, Duration lease) throws InterruptedException, IOException {
        String answer = ask("acquire " + name + " " + lease.toMillis());
        if (!answer.startsWith("acquired ")) {
            throw new AssertionError(answer);
        }
        return Long.parseLong(answer.substring("acquired ".length()));
    }

    /** Makes it stand still, as a long pause or a suspended machine would. */
    void stop() throws InterruptedException, IOException {
        signal("STOP");
    }

    /** Lets it go on. */
    void resume() throws InterruptedException, IOException {
        signal("CONT");
    }

    /** Kills it, without giving it a chance to say farewell. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    private void signal(String signal) throws InterruptedException, IOException {
        Process kill = new ProcessBuilder("sh", "-c", "kill -" + signal + " " + process.pid())
                .inheritIO()
                .start();
        if (kill.waitFor() != 0) {
            throw new AssertionError("Process " + process.pid() + " could not be sent SIG" + signal);
        }
    }

    private void listen() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                answers.add(line);
            }
        } catch (IOException killed) {
            // Whoever waits for an answer will tell.
        }
    }
}
