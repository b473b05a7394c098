package io.holdfast.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The programs of this machine: where they are, and what they say when they are run. */
final class Programs {

    /** Where Debian puts servers, which only root has on its PATH. */
    private static final List<String> FOR_ROOT = List.of("/usr/local/sbin", "/usr/sbin");

    private Programs() {}

    /** {@return a program on the PATH, or where only root would look} */
    static Optional<Path> find(String name) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.concat(Stream.of(path.split(File.pathSeparator)), FOR_ROOT.stream())
                .map(directory -> Path.of(directory, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** {@return what to throw if there is no such program} */
    static IllegalStateException missing(String name, String debianPackage) {
        return new IllegalStateException("no " + name + " on this machine: run ./verify, which installs it on Debian"
                + " and Ubuntu, or `apt-get install " + debianPackage + "`");
    }

    /** Runs a program to its end, and returns what it printed; fails if it does. */
    static String run(List<String> command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), UTF_8);
            int code = Await.end(process);
            if (code != 0) {
                throw new IllegalStateException(
                        String.join(" ", command) + " ended with code " + code + " and said:\n" + output);
            }
            return output;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run " + command, e);
        }
    }
}
