package io.holdfast.cli.child;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Stops the command if this JVM is killed, which it cannot do itself: a shell that waits at the end of a pipe for a word, or
 * for the pipe to break. The lease has more than the grace left then, since it is renewed at a third of its length.
 */
final class Guard implements AutoCloseable {

    private static final String WORD = "done";

    /** With the mark, the command's process, the signal, and the grace in seconds. Those who have the mark are its processes. */
    private static final String SCRIPT = """
            trap '' HUP INT TERM
            read -r word
            [ "$word" = done ] && exit
            all() {
                echo "$2"
                grep -lzxF -e "$1" /proc/[0-9]*/environ | cut -d/ -f3
            }
            kill -"$3" $(all "$@")
            sleep "$4"
            kill -KILL $(all "$@")
            """;

    private final @Nullable Process shell;

    private Guard(@Nullable Process shell) {
        this.shell = shell;
    }

    /** Begins to guard a command. Without a shell there is no guard, and the command runs all the same. */
    static Guard of(Family command, Rules rules) {
        if (rules.onLost() == OnLost.IGNORE) {
            return new Guard(null);
        }
        boolean graceful = rules.onLost() == OnLost.TERM;
        try {
            return new Guard(new ProcessBuilder(
                            "sh",
                            "-c",
                            SCRIPT,
                            "holdfast-guard",
                            command.mark(),
                            Long.toString(command.pid()),
                            graceful ? "TERM" : "KILL",
                            graceful ? seconds(rules.grace()) : "0")
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start());
        } catch (IOException noShell) {
            return new Guard(null);
        }
    }

    private static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.3f", time.toMillis() / 1000.0);
    }

    /** Sends it home. */
    @Override
    public void close() {
        if (shell == null) {
            return;
        }
        try (OutputStream pipe = shell.getOutputStream()) {
            pipe.write((WORD + "\n").getBytes(UTF_8));
        } catch (IOException gone) {
            // Then somebody has killed it, and there is nothing to be said.
        }
    }
}
