package io.holdfast.cli;

import io.holdfast.Holdfast;
import io.holdfast.LockListener;
import io.holdfast.cli.console.ExitCode;
import io.holdfast.cli.console.Failure;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the locks are: said by an option, by the environment, or else in a file of this user's on this machine. */
final class StoreOption {

    static final String VARIABLE = "HOLDFAST_STORE";

    @Option(
            names = "--store",
            paramLabel = "URI",
            description =
                    "Where the locks are: redis://host:6379, jdbc:postgresql://host/db?user=…, jdbc:sqlite:FILE, …"
                            + " Otherwise $" + VARIABLE
                            + ", otherwise a file of yours that the processes of this machine"
                            + " share: locks.db in $XDG_STATE_HOME/holdfast or ~/.local/state/holdfast.")
    private @Nullable String uri;

    /**
     * Connects.
     *
     * @param application what others see of who this is
     */
    Holdfast open(String application) {
        return open(application, event -> {});
    }

    /**
     * Connects.
     *
     * @param application what others see of who this is
     * @param listener told what happens to locks
     */
    Holdfast open(String application, LockListener listener) {
        String store = Optional.ofNullable(uri)
                .or(() -> variable(VARIABLE))
                .orElseGet(() -> "jdbc:sqlite:" + folder().resolve("locks.db"));
        if (store.startsWith("memory:")) {
            throw new Failure(
                    ExitCode.USAGE,
                    "the in-memory store ends with this process, so nobody else could see the lock; name another by"
                            + " --store or $" + VARIABLE,
                    null);
        }
        return Holdfast.builder()
                .store(store)
                .application(application)
                .listener(listener)
                .build();
    }

    private static Path folder() {
        // As the convention says, a relative path is as good as none.
        Path state = variable("XDG_STATE_HOME")
                .map(Path::of)
                .filter(Path::isAbsolute)
                .orElseGet(() -> Path.of(variable("HOME").orElse(System.getProperty("user.home")), ".local", "state"));
        Path folder = state.resolve("holdfast");
        try {
            if (!Files.isDirectory(folder)) {
                Files.createDirectories(state);
                Files.createDirectories(folder, ownerOnly());
            }
        } catch (IOException e) {
            throw new Failure(
                    ExitCode.UNAVAILABLE,
                    "the folder " + folder + " for the locks of this machine cannot be made (" + e
                            + "); name a store by --store or $" + VARIABLE,
                    e);
        }
        return folder;
    }

    private static FileAttribute<?>[] ownerOnly() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
                }
                : new FileAttribute<?>[0];
    }

    private static Optional<String> variable(String name) {
        return Optional.ofNullable(System.getenv(name)).filter(value -> !value.isBlank());
    }
}
