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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A {@link LockProcess} that runs, as seen from here. Has to be closed, which kills it. */
final class OtherProcess implements AutoCloseable {

    private static final long A_MOMENT_NANOS = 20_000_000;

    /** How long it may take to answer, its start included. Long, since only a failed test waits for it. */
    private static final Duration ANSWER = Duration.ofSeconds(30);

    private final Process process;
    private final StoreFixture fixture;
    private final Path errors;
    private final PrintWriter commands;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final List<String> news = new CopyOnWriteArrayList<>();

    /**
     * Starts it, with the Java and the class path of this process. Its first answer is "ready".
     *
     * @param fixture has the store
     * @param errors the file for what it complains about
     */
    OtherProcess(StoreFixture fixture, Path errors) throws IOException {
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
                fixture.uri().orElseThrow());
        this.errors = errors;
        this.fixture = fixture;
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
        return tokens("acquire " + name + " " + lease.toMillis()).get(0);
    }

    /** {@return the tokens with which it acquired what a command says} */
    List<Long> tokens(String command) throws InterruptedException, IOException {
        tell(command);
        return acquired();
    }

    /** {@return the tokens with which it acquired what it was told to} */
    List<Long> acquired() throws InterruptedException, IOException {
        String answer = answer();
        if (!answer.startsWith("acquired ")) {
            throw new AssertionError(answer);
        }
        String[] tokens = answer.substring("acquired ".length()).split(" ", -1);
        return Stream.of(tokens).map(Long::parseLong).toList();
    }

    /** {@return what it has heard so far without having asked} */
    List<String> news() {
        return news;
    }

    /** Waits until it has heard something without having asked. */
    void awaitNews(String what) {
        Eventually.holds("process " + process.pid() + " hears: " + what, ANSWER, () -> news.contains(what));
    }

    /** {@return the token of its first term, or a later one, as a leader} */
    long elected(int term) {
        return Eventually.found(
                "process " + process.pid() + " is elected",
                ANSWER,
                () -> news.stream()
                        .filter(heard -> heard.startsWith("elected "))
                        .skip(term - 1)
                        .map(heard -> Long.parseLong(heard.substring("elected ".length())))
                        .findFirst());
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Makes it stand still, as a long pause or a suspended machine would. */
    void stop() throws InterruptedException, IOException {
        signal("STOP");
        while (!fixture.isServing()) {
            signal("CONT");
            // Long enough to end the request that it was in the middle of.
            Eventually.reached(System.nanoTime() + A_MOMENT_NANOS);
            signal("STOP");
        }
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
                if (line.startsWith(LockProcess.NEWS)) {
                    news.add(line.substring(LockProcess.NEWS.length()));
                } else {
                    answers.add(line);
                }
            }
        } catch (IOException killed) {
            // Whoever waits for an answer will tell.
        }
    }
}
