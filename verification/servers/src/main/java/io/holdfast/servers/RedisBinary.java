package io.holdfast.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import redis.embedded.core.ExecutableProvider;

/** A Redis server program that tests can start. */
public enum RedisBinary {

    /** The oldest Redis that is supported, 6.2, out of the jar {@code embedded-redis}. */
    EMBEDDED {
        @Override
        Path find() throws IOException {
            Path directory = Workspace.directory("binary");
            return ExecutableProvider.newJarResourceProvider(directory.toFile())
                    .get()
                    .toPath();
        }
    },

    /** The Redis that this machine has on its PATH, 7.0 or newer. */
    PACKAGED {
        @Override
        Path find() throws IOException {
            Path found = Programs.find("redis-server")
                    .orElseThrow(() -> new IllegalStateException("no redis-server on the PATH: " + REMEDY));
            String version = versionOf(found);
            if (version.matches("[0-6]\\..*")) {
                throw new IllegalStateException(
                        found + " is Redis " + version + ", and 7.0 or newer is needed: " + REMEDY);
            }
            return found;
        }
    };

    private static final String REMEDY = "run ./verify, which installs it on Debian and Ubuntu,"
            + " or `apt-get install redis-server redis-sentinel redis-tools`";
    private static final Pattern VERSION = Pattern.compile("v=(\\S+)");

    @SuppressWarnings("ImmutableEnumChecker") // Found once, when it is first needed.
    private @Nullable Path path;

    /**
     * {@return the program, ready to be run}
     *
     * @throws IllegalStateException if it is missing; the message says what to install
     */
    public synchronized Path path() {
        if (path == null) {
            try {
                path = find();
            } catch (IOException e) {
                throw new UncheckedIOException("cannot find or unpack the server " + this, e);
            }
        }
        return path;
    }

    /**
     * {@return the version that the program says it has, as in {@code 7.0.15}}
     */
    public String version() {
        try {
            return versionOf(path());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    abstract Path find() throws IOException;

    private static String versionOf(Path program) throws IOException {
        Process process = new ProcessBuilder(program.toString(), "--version")
                .redirectErrorStream(true)
                .start();
        String answer = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
        Matcher matcher = VERSION.matcher(answer);
        if (!matcher.find()) {
            throw new IOException(program + " --version says no version: " + answer);
        }
        return matcher.group(1);
    }
}
