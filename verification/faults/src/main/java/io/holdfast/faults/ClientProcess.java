package io.holdfast.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.history.Event;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A {@link ClientMain} that runs, as seen from here. It lives through many rounds, unless one kills it. */
final class ClientProcess implements AutoCloseable {

    private static final long ANSWER_SECONDS = 40;

    private final String name;
    private final Process process;
    private final PrintWriter commands;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private volatile @Nullable Standstill standstill;

    private ClientProcess(String name, Process process) {
        this.name = name;
        this.process = process;
        this.commands = new PrintWriter(process.outputWriter(UTF_8), true);
        Daemons.start("client-" + name, this::listen);
    }

    /**
     * {@return one that is starting; its first answer is "ready"}
     *
     * @param name what it is called in histories
     * @param prefix a command that runs it, or nothing
     * @param errors a file for what it complains about
     */
    static ClientProcess start(String name, List<String> prefix, Path errors) {
        List<String> command = new ArrayList<>(prefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // So that it starts quickly and stays small.
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx64m", "-Xss256k"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), ClientMain.class.getName()));
        try {
            return new ClientProcess(
                    name,
                    new ProcessBuilder(command)
                            .redirectError(ProcessBuilder.Redirect.appendTo(errors.toFile()))
                            .start());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start a client", e);
        }
    }

    String name() {
        return name;
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    boolean isWorking() {
        return process.isAlive() && standstill == null;
    }

    /** Tells it something, without waiting for the answer. */
    void tell(String command) {
        commands.println(command);
    }

    /** {@return its next answer, without the word that it has to begin with} */
    String await(String word) {
        String answer;
        try {
            answer = answers.poll(ANSWER_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        if (answer == null || !answer.startsWith(word)) {
            throw new IllegalStateException("Client " + name + (process.isAlive() ? "" : ", which has ended,")
                    + " should have said '" + word + "', but said " + answer);
        }
        return answer.substring(word.length()).strip();
    }

    /** Makes it stand still. */
    void pause(Chronicle chronicle) {
        chronicle.add(name, Event.Type.PAUSED, "");
        standstill = Standstill.of(process.pid());
    }

    /** Lets it go on. */
    void resume(Chronicle chronicle) {
        Standstill over = standstill;
        if (over != null) {
            over.close();
            standstill = null;
            chronicle.add(name, Event.Type.RESUMED, "");
        }
    }

    /** Kills it, without giving it a chance to say farewell. */
    void kill(Chronicle chronicle) {
        close();
        chronicle.add(name, Event.Type.DIED, "");
    }

    private void listen() {
        try (BufferedReader lines = process.inputReader(UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                answers.add(line);
            }
        } catch (IOException killed) {
            // Whoever waits for an answer will tell.
            return;
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
        Standstill over = standstill;
        if (over != null) {
            over.close();
        }
    }
}
