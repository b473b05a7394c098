package io.holdfast.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** One run of the model checker over one configuration, in a process of its own: TLC keeps its state in statics. */
record Tlc(String configuration, String violated, long states, Duration time, String output) {

    static final Path SPECIFICATIONS = Path.of("src", "test", "tla");

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Pattern VIOLATED =
            Pattern.compile("(?:Invariant )?(\\w+|Temporal properties) (?:is|were) violated");
    private static final Pattern STATES = Pattern.compile("states generated, (\\d+) distinct states found");

    /** Checks the module under the configuration; the scratch directory takes what TLC writes. */
    static Tlc check(String module, String configuration, Path scratch) throws IOException, InterruptedException {
        Path log = scratch.resolve(configuration + ".log");
        long started = System.nanoTime();
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        // The runs are short: what an optimizing compiler and a parallel collector cost is more than
                        // they bring.
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx512m",
                        // TLC unpacks its standard modules there.
                        "-Djava.io.tmpdir=" + scratch,
                        "-cp",
                        System.getProperty("java.class.path"),
                        "tlc2.TLC",
                        "-workers",
                        "1",
                        // A model in which nothing more happens is not an error.
                        "-deadlock",
                        "-metadir",
                        scratch.toString(),
                        "-config",
                        configuration + ".cfg",
                        module + ".tla")
                .directory(SPECIFICATIONS.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IOException("TLC did not end in " + PATIENCE + ":\n" + Files.readString(log));
            }
        } finally {
            process.destroyForcibly();
        }
        Duration time = Duration.ofNanos(System.nanoTime() - started);
        String output = Files.readString(log);
        return new Tlc(configuration, violated(output), states(output), time, output);
    }

    /** The names of all configurations that there are. */
    static List<String> configurations() throws IOException {
        try (Stream<Path> files = Files.list(SPECIFICATIONS)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".cfg"))
                    .map(name -> name.substring(0, name.length() - ".cfg".length()))
                    .toList();
        }
    }

    /** Whether every state that can be reached was seen, and all of them kept the invariants. */
    boolean passed() {
        return output.contains("Model checking completed. No error has been found.");
    }

    private static String violated(String output) {
        Matcher matcher = VIOLATED.matcher(output);
        return matcher.find() ? matcher.group(1) : "";
    }

    private static long states(String output) {
        Matcher matcher = STATES.matcher(output);
        return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
    }

    @Override
    public String toString() {
        return String.format(
                "%-22s %-24s %,9d states %5.1f s",
                configuration,
                violated.isEmpty() ? "passes" : "violates " + violated,
                states,
                time.toMillis() / 1000.0);
    }
}
