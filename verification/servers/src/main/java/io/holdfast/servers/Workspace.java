package io.holdfast.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The directory, one for each JVM, that holds all that the servers write, and the watchdog that clears it up.
 *
 * <p>A shutdown hook would not run when a test JVM is killed. So a shell waits at the end of a pipe for the JVM to go,
 * in whatever way, kills each process that left a {@code pid} file in a directory here, and removes everything.
 */
final class Workspace {

    /**
     * The children of a server go before it does, which cannot make another one while it is stopped. The number in a
     * file of PostgreSQL is that of shared memory, which would stay in the kernel for ever.
     */
    private static final String WATCHDOG = """
            trap '' HUP INT TERM
            cat >/dev/null
            for file in "$0"/*/pid; do
                [ -f "$file" ] || continue
                server=$(cat "$file")
                kill -STOP "$server"
                for stat in /proc/[0-9]*/stat; do
                    read -r line <"$stat" || continue
                    set -- ${line##*) }
                    [ "$2" != "$server" ] || kill -KILL "${line%% *}"
                done
                kill -KILL "$server"
                memory=$(sed -n '7s/.* //p' "${file%/*}/data/postmaster.pid") && ipcrm -m "$memory"
            done
            rm -rf "$0"
            """;

    private static final Workspace ONLY = new Workspace();

    private final Path root;

    /** Held for ever: if it were collected, its pipe would be closed, and every server killed. */
    @SuppressWarnings("unused")
    private final Process watchdog;

    private Workspace() {
        try {
            root = Files.createTempDirectory("holdfast-servers-");
            watchdog = new ProcessBuilder(List.of("sh", "-c", WATCHDOG, root.toString()))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot prepare a directory for servers", e);
        }
    }

    /** {@return the directory with all others in it} */
    static Path root() {
        return ONLY.root;
    }

    /** Makes a directory in which nobody else writes. */
    static Path directory(String prefix) {
        try {
            return Files.createTempDirectory(ONLY.root, prefix + "-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a file, unless there is one already. */
    static void writeFirst(Path file, String content) {
        try {
            Files.createDirectories(file.getParent());
            if (Files.notExists(file)) {
                Files.writeString(file, content);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes a file, or a directory with all that is in it, even while a killed server's child still writes there. */
    static void delete(Path path) {
        Await.until(path + " is deleted", () -> {
            if (Files.exists(path)) {
                try (Stream<Path> all = Files.walk(path)) {
                    for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                        Files.deleteIfExists(each);
                    }
                }
            }
            return true;
        });
    }
}
