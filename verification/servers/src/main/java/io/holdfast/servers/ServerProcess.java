package io.holdfast.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A program with a directory and a log, which is started again and again, takes signals, and dies with this JVM. */
public abstract class ServerProcess implements AutoCloseable {

    /** Writes the pid file before the program runs, so that at no moment the watchdog could overlook it. */
    private static final String LAUNCH = "echo $$ >\"$0\" && exec \"$@\"";

    private final Path home = Workspace.directory("server");
    private final Path pidFile = home.resolve("pid");
    private final Path logFile = home.resolve("log");
    private @Nullable Process process;
    private boolean paused;

    /** Prepares its directory. */
    ServerProcess() {}

    /** Starts the program, and does not wait until it is of use. */
    void launch(List<String> command) {
        if (isRunning()) {
            throw new IllegalStateException(this + " is running");
        }
        List<String> line = new ArrayList<>(List.of("sh", "-c", LAUNCH, pidFile.toString()));
        line.addAll(command);
        try {
            Files.createDirectories(dataDir());
            process = new ProcessBuilder(line)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(logFile.toFile()))
                    .start();
            paused = false;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + command, e);
        }
    }

    /** Waits for something that will not come any more if the process has ended. */
    void await(String what, Callable<Boolean> condition) {
        Await.until(() -> this + " " + what + "; its log:\n" + log(), condition, () -> {
            if (!isRunning()) {
                throw new IllegalStateException(this + " ended; its log:\n" + log());
            }
        });
    }

    /** Ends it in an orderly way (SIGTERM), if it has not ended yet. */
    public void stop() {
        if (isRunning()) {
            if (paused) {
                resume();
            }
            terminate();
            awaitEnd();
        }
    }

    /** Tells it to end in an orderly way. */
    void terminate() {
        process().destroy();
    }

    /** Ends it at once (SIGKILL), if it has not ended yet. */
    public void kill() {
        process().destroyForcibly();
        awaitEnd();
    }

    /** Freezes it (SIGSTOP): connections stay open, and nothing is answered. */
    public void pause() {
        signal("STOP", List.of(pid()));
        paused = true;
        awaitStill(process().toHandle());
    }

    /** Lets it go on after {@link #pause()}; what was sent in the meantime is answered now. */
    public void resume() {
        signal("CONT", List.of(pid()));
        paused = false;
    }

    /** {@return whether its process lives, be it frozen or not} */
    public boolean isRunning() {
        return process != null && process.isAlive();
    }

    /** {@return whether its process lives and is not frozen} */
    public boolean isAnswering() {
        return isRunning() && !paused;
    }

    /** {@return the id of its process, another one after each start} */
    public long pid() {
        return process().pid();
    }

    /** {@return the directory with what it persists} */
    public Path dataDir() {
        return home.resolve("data");
    }

    /** {@return what it wrote to its log, over all its starts} */
    public String log() {
        try {
            return Files.readString(logFile);
        } catch (IOException e) {
            return "no log: " + e;
        }
    }

    /** Kills it, and deletes all that it wrote. */
    @Override
    public void close() {
        if (isRunning()) {
            kill();
        }
        Workspace.delete(home);
    }

    /** Sends a signal to its process, or to those that belong to it. */
    void signal(String name, List<Long> pids) {
        if (!isRunning()) {
            throw new IllegalStateException(this + " is not running");
        }
        if (pids.isEmpty()) {
            return;
        }
        String words = pids.stream().map(pid -> " " + pid).collect(Collectors.joining());
        // The shell's own kill: the program of that name is in a package that a small machine may not have.
        ProcessBuilder kill = new ProcessBuilder("sh", "-c", "kill -" + name + words);
        try {
            if (Await.end(kill.inheritIO().start()) != 0) {
                throw new IllegalStateException("cannot send " + name + " to " + this);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until a process that was sent a SIGSTOP does nothing any more, or has ended before. */
    void awaitStill(ProcessHandle process) {
        if (Files.exists(stat(process))) {
            Await.until(this + " stands still", () -> isIn(process, "T") || isIn(process, "Z"));
        }
    }

    /** {@return whether a process lives} One that has ended may stay as a zombie until its parent asks how it did. */
    static boolean lives(ProcessHandle process) {
        try {
            return process.isAlive() && !isIn(process, "Z");
        } catch (IOException gone) {
            return process.isAlive();
        }
    }

    private static boolean isIn(ProcessHandle process, String state) throws IOException {
        return Files.readString(stat(process)).contains(") " + state + " ");
    }

    private static Path stat(ProcessHandle process) {
        return Path.of("/proc", Long.toString(process.pid()), "stat");
    }

    private void awaitEnd() {
        Await.end(process());
        Workspace.delete(pidFile);
    }

    private Process process() {
        if (process == null) {
            throw new IllegalStateException(this + " was never started");
        }
        return process;
    }
}
