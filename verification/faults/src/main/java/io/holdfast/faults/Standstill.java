package io.holdfast.faults;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** A process that stands still, and goes on when this ends: also if it ends because this JVM was killed. */
final class Standstill implements AutoCloseable {

    private static final String STOP =
            "trap '' HUP INT TERM; kill -STOP $0 && echo; cat >/dev/null; kill -CONT $0 2>/dev/null";

    private static final Duration STOPS = Duration.ofSeconds(10);

    private final Process shell;

    private Standstill(Process shell) {
        this.shell = shell;
    }

    /** {@return one that has begun: no thread of the process runs any more} */
    static Standstill of(long pid) {
        Standstill begun = begin(pid);
        // The signal only asks for it; each thread stops when it sees that.
        if (!Until.holds(STOPS, () -> isStill(pid))) {
            begun.close();
            throw new IllegalStateException("Process " + pid + " does not stand still");
        }
        return begun;
    }

    private static Standstill begin(long pid) {
        try {
            Process shell = new ProcessBuilder("sh", "-c", STOP, Long.toString(pid))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            if (shell.getInputStream().read() < 0) {
                throw new IllegalStateException("Process " + pid + " could not be stopped");
            }
            return new Standstill(shell);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isStill(long pid) {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
            List<Path> all = threads.toList();
            return !all.isEmpty() && all.stream().allMatch(Standstill::isStopped);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isStopped(Path thread) {
        try {
            // "NUMBER (NAME) STATE ...", and anything may be in the name.
            String stat = Files.readString(thread.resolve("stat"), ISO_8859_1);
            return stat.startsWith(") T ", stat.lastIndexOf(')'));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            shell.getOutputStream().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        shell.onExit().join();
    }
}
