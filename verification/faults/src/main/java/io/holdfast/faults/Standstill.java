package io.holdfast.faults;

import java.io.IOException;
import java.io.UncheckedIOException;

/** A process that stands still, and goes on when this ends: also if it ends because this JVM was killed. */
final class Standstill implements AutoCloseable {

    private static final String STOP =
            "trap '' HUP INT TERM; kill -STOP $0 && echo; cat >/dev/null; kill -CONT $0 2>/dev/null";

    private final Process shell;

    private Standstill(Process shell) {
        this.shell = shell;
    }

    static Standstill of(long pid) {
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
