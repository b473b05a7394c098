package io.holdfast.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The newest PostgreSQL of this machine. */
final class PostgresInstallation {

    /** Debian has a directory for each version here, and none of them on the PATH. */
    private static final Path VERSIONS = Path.of("/usr/lib/postgresql");

    private static @Nullable Path template;

    private PostgresInstallation() {}

    /** {@return one of its programs} */
    static String program(String name) {
        try {
            Path postgres = newest(VERSIONS)
                    .or(() -> Programs.find("postgres"))
                    .orElseThrow(() -> Programs.missing("postgres", "postgresql"));
            return postgres.toRealPath().resolveSibling(name).toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Puts a new cluster, which trusts everybody on this machine, into a directory that is not there yet. */
    static void newCluster(Path directory) {
        // With ownership and permissions. To copy one takes a tenth of the time that it takes to make one.
        Programs.run(List.of("cp", "-a", template().toString(), directory.toString()));
    }

    private static synchronized Path template() {
        if (template == null) {
            Path directory = Workspace.directory("postgres");
            Unprivileged.give(directory);
            // Nothing in it has to survive a crash of the machine: it need not be on the disk when the copying starts.
            Programs.run(Unprivileged.command(List.of(
                    program("initdb"),
                    "--no-sync",
                    "--auth=trust",
                    "--username=postgres",
                    "--encoding=UTF8",
                    "--locale=C",
                    "-D",
                    directory.toString())));
            template = directory;
        }
        return template;
    }

    private static Optional<Path> newest(Path versions) throws IOException {
        if (Files.notExists(versions)) {
            return Optional.empty();
        }
        try (Stream<Path> all = Files.list(versions)) {
            return all.filter(version -> version.getFileName().toString().matches("\\d+(\\.\\d+)?"))
                    .sorted(Comparator.comparing(PostgresInstallation::number).reversed())
                    .map(version -> version.resolve("bin/postgres"))
                    .filter(Files::isExecutable)
                    .findFirst();
        }
    }

    private static double number(Path version) {
        return Double.parseDouble(version.getFileName().toString());
    }
}
