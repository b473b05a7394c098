package io.holdfast.cli.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.cli.console.ExitCode;
import io.holdfast.cli.console.Failure;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A {@link Worker} that runs, as seen from here. */
final class WorkerProcess {

    private final int number;
    private final Workspace workspace;
    private final Process process;
    private final PrintWriter commands;
    private final BufferedReader answers;

    /** Starts it, with the Java and the class path of this process. */
    WorkerProcess(int number, Workspace workspace) {
        this.number = number;
        this.workspace = workspace;
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // So that it starts quickly, stays small, and leaves no file behind when it is killed.
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-Xmx64m",
                "-XX:-UsePerfData",
                "-Djava.io.tmpdir=" + workspace.directory(),
                "-cp",
                System.getProperty("java.class.path"),
                Worker.class.getName(),
                Integer.toString(number));
        this.process = workspace.start(name(), command);
        this.commands = new PrintWriter(process.outputWriter(UTF_8), true);
        this.answers = process.inputReader(UTF_8);
    }

    /**
     * Has it connect to a store, and waits until it has. The URI does not go on the command line, where others on the
     * machine could read its password.
     */
    void connect(String lock, String uri) {
        ask("connect " + lock + " " + uri);
    }

    /** Has it sell what is there, and waits until it has. */
    void sell(Round round, Path shop) {
        ask("sell " + round + " " + shop);
    }

    /** Sends it home, and does not wait until it is gone. */
    void leave() {
        commands.close();
    }

    /** Waits until it is gone. */
    void awaitEnd() {
        process.onExit().join();
    }

    private void ask(String command) {
        commands.println(command);
        String answer = answer();
        if (answer == null) {
            throw new Failure(
                    ExitCode.SOFTWARE,
                    "The " + name() + " ended in the middle of its work. It said: " + workspace.log(name()),
                    null);
        } else if (answer.startsWith("failed ")) {
            String[] words = answer.split(" ", 3);
            throw new Failure(Integer.parseInt(words[1]), words[2], null);
        }
    }

    private @Nullable String answer() {
        try {
            return answers.readLine();
        } catch (IOException killed) {
            return null;
        }
    }

    private String name() {
        return "worker-" + number;
    }
}
