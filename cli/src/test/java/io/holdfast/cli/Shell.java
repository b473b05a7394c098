package io.holdfast.cli;

import io.holdfast.Holdfast;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A person at a shell: a folder, the store that the environment names, and commands that are given there. */
final class Shell implements BeforeEachCallback, AfterEachCallback {

    private final List<CommandProcess> started = new ArrayList<>();
    private Path folder = Path.of("");
    private String store = "";

    /** What became of a command that has ended. */
    record Ended(int exitCode, String output) {}

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        folder = Files.createTempDirectory("holdfast-shell-");
        store = "jdbc:sqlite:" + folder.resolve("locks.db");
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
        started.forEach(CommandProcess::killAll);
        for (CommandProcess process : started) {
            Eventually.holds("the command has ended", () -> !CommandProcess.lives(process.pid()));
        }
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    /** Names another store from here on. */
    void use(String uri) {
        store = uri;
    }

    String store() {
        return store;
    }

    Path folder() {
        return folder;
    }

    Path file(String name) {
        return folder.resolve(name);
    }

    /** {@return a client of the store, in this process} */
    Holdfast open() {
        return Holdfast.open(store);
    }

    /** Starts a command of ours, both its outputs as one. */
    CommandProcess start(String... arguments) throws IOException {
        return start("", true, arguments);
    }

    private CommandProcess start(String input, boolean both, String... arguments) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(CommandProcess.line(folder, arguments))
                .directory(folder.toFile())
                .redirectErrorStream(both);
        if (!both) {
            builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        }
        CommandProcess process = new CommandProcess(builder, Map.of(StoreOption.VARIABLE, store), input);
        started.add(process);
        return process;
    }

    /** Runs a command of ours to its end. */
    Ended run(String... arguments) throws Exception {
        return runWith("", arguments);
    }

    /** Runs a command of ours to its end, with something to read. */
    Ended runWith(String input, String... arguments) throws Exception {
        CommandProcess process = start(input, true, arguments);
        return new Ended(process.exitCode(), process.output());
    }

    /** Runs a command of ours to its end. {@return its standard output} */
    String answer(String... arguments) throws Exception {
        CommandProcess process = start("", false, arguments);
        process.exitCode();
        return process.output();
    }

    /** Starts a script under a lock, and waits until it says that it is ready. */
    CommandProcess holding(String options, String name, String script) throws IOException {
        List<String> words = new ArrayList<>(List.of("run"));
        Arrays.stream(options.split(" ")).filter(word -> !word.isEmpty()).forEach(words::add);
        words.addAll(List.of(name, "--", "sh", "-c", script));
        CommandProcess process = start(words.toArray(String[]::new));
        process.awaitLine("ready");
        return process;
    }

    void awaitFile(String name) {
        Eventually.holds("there is " + name, () -> Files.exists(file(name)));
    }

    long pidIn(String name) {
        awaitFile(name);
        Eventually.holds(
                name + " is written", () -> Files.readString(file(name)).endsWith("\n"));
        try {
            return Long.parseLong(Files.readString(file(name)).strip());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
