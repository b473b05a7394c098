package io.holdfast.cli.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.cli.console.ExitCode;
import io.holdfast.cli.console.Failure;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** A {@link Worker} that runs, as seen from here. */
final class WorkerProcess {

    private final int number;
    private final Workspace workspace;
    private final Process process;
    private final PrintWriter commands;
    private boolean stopped;
    private boolean killed;

    /** Starts it, with the Java and the class path of this process. */
    WorkerProcess(int number, Workspace workspace, Consumer<Event> listener) {
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
        this.process = workspace.start("worker-" + number, command);
        this.commands = new PrintWriter(process.outputWriter(UTF_8), true);
        Thread reader = new Thread(() -> listen(listener), name());
        reader.setDaemon(true);
        reader.start();
    }

    private void listen(Consumer<Event> listener) {
        try (BufferedReader answers = process.inputReader(UTF_8)) {
            for (String line = answers.readLine(); line != null; line = answers.readLine()) {
                listener.accept(Event.of(this, line));
            }
        } catch (IOException gone) {
            // As is said next.
        }
        listener.accept(new Event(this, Event.Kind.ENDED, ""));
    }

    /**
     * Has it connect to the store. The URI does not go on the command line, where others on the machine could read its
     * password.
     */
    void connect(String uri) {
        commands.println("connect " + uri);
    }

    /** Has it open the shop. */
    void open(Place place, String uri) {
        commands.println("open " + place.name() + " " + uri);
    }

    /** Has it sell what is there. */
    void sell(Scene scene) {
        commands.println("sell " + scene);
    }

    /** Has its customer pay. */
    void pay() {
        commands.println("pay");
    }

    /** Stops it, wherever it is. */
    void stop() throws InterruptedException {
        stopped = true;
        signal("STOP");
    }

    /** Has it go on. */
    void resume() throws InterruptedException {
        signal("CONT");
        stopped = false;
    }

    /** Ends it at once. */
    void kill() {
        killed = true;
        process.destroyForcibly();
    }

    boolean isKilled() {
        return killed;
    }

    /** Sends it home, and does not wait until it is gone. */
    void leave() {
        if (stopped) {
            kill();
        }
        commands.close();
    }

    /** Waits until it is gone. */
    void awaitEnd() {
        process.onExit().join();
    }

    /** {@return what it said that nobody expects} */
    String log() {
        return workspace.log("worker-" + number);
    }

    int number() {
        return number;
    }

    /** {@return what it is called in a sentence} */
    String name() {
        return "worker " + number;
    }

    /** {@return what it is called at the beginning of a sentence} */
    String title() {
        return "Worker " + number;
    }

    /** By the shell's own kill, since the program of that name is not everywhere. */
    private void signal(String name) throws InterruptedException {
        try {
            int code = new ProcessBuilder("sh", "-c", "kill -" + name + " " + process.pid())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
            if (code == 0) {
                return;
            }
        } catch (IOException e) {
            throw new Failure(ExitCode.SOFTWARE, "No SIG" + name + " can be sent here: " + e.getMessage(), e);
        }
        throw new Failure(ExitCode.SOFTWARE, "No SIG" + name + " could be sent to " + name() + ".", null);
    }
}
