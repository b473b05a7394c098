package io.holdfast.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
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
            resume();
            process().destroy();
            awaitEnd();
        }
    }

    /** Ends it at once (SIGKILL), if it has not ended yet. */
    public void kill() {
        process().destroyForcibly();
        awaitEnd();
    }

    /** Freezes it (SIGSTOP): connections stay open, and nothing is answered. */
    public void pause() {
        signal("STOP");
        paused = true;
        Path stat = Path.of("/proc", Long.toString(pid()), "stat");
        if (Files.exists(stat)) {
            Await.until(this + " stands still", () -> Files.readString(stat).contains(") T "));
        }
    }

    /** Lets it go on after {@link #pause()}; what was sent in the meantime is answered now. */
    public void resume() {
        signal("CONT");
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

    private void signal(String name) {
        if (!isRunning()) {
            throw new IllegalStateException(this + " is not running");
        }
        // The shell's own kill: the program of that name is in a package that a small machine may not have.
        ProcessBuilder kill = new ProcessBuilder("sh", "-c", "kill -" + name + " " + pid());
        try {
            if (Await.end(kill.inheritIO().start()) != 0) {
                throw new IllegalStateException("cannot send " + name + " to " + this);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
