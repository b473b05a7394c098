package io.holdfast.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is different at a terminal, typed into a real one. */
@Timeout(60)
class TerminalTest {

    @RegisterExtension
    final Shell shell = new Shell();

    @BeforeEach
    void open() throws Exception {
        Path launcher = shell.file("holdfast");
        Files.writeString(launcher, "#!/bin/sh\nexec " + quoted(CommandProcess.line(shell.folder())) + " \"$@\"\n");
        launcher.toFile().setExecutable(true);
        tmux("-f", "/dev/null", "new-session", "-d", "-x", "150", "-y", "20", "env", "-u", "NO_COLOR", "PS1=$ ", "sh");
    }

    @AfterEach
    void close() throws Exception {
        tmux("kill-server");
    }

    @Test
    void ctrlCReachesTheCommandOnceAndTheStatusIsItsOwn() throws Exception {
        type(
                "./holdfast run job -- sh -c 'trap \"echo caught >>caught\" INT; : >started; while [ ! -f done ]; do sleep 0.05;"
                        + " done; exit 3'; echo status=$?");
        shell.awaitFile("started");
        tmux("send-keys", "C-c");
        shell.awaitFile("caught");
        Files.createFile(shell.file("done"));
        awaitScreen("status=3");
        assertThat(shell.file("caught")).hasContent("caught\n");
    }

    @Test
    void ctrlCEndsACommandThatDoesNotHandleItAndTheWaitToo() throws Exception {
        CommandProcess holder = shell.holding("", "other", "echo ready; sleep 60");
        type("./holdfast run job -- sleep 60; echo status=$?");
        Eventually.holds("it has the lock", () -> shell.answer("ls").contains("sleep (pid"));
        tmux("send-keys", "C-c");
        awaitScreen("status=130");
        type("clear; ./holdfast run -v other -- true; echo again=$?");
        awaitScreen("Waiting.");
        tmux("send-keys", "C-c");
        awaitScreen("again=130");
        assertThat(CommandProcess.lives(holder.pid())).isTrue();
    }

    @Test
    void watchDrawsInPlaceAndLeavesTheScreenAsItWas() throws Exception {
        type("echo before; ./holdfast watch --every 100ms");
        awaitScreen("No lock is held.");
        assertThat(screen("-e")).contains("\033[1mLocks at");
        CommandProcess holder = shell.holding("", "job", "echo ready; while [ ! -f done ]; do sleep 0.02; done");
        awaitScreen("sh (pid " + holder.pid());
        assertThat(screen()).startsWith("Locks at ").doesNotContain("No lock is held.", "before");
        assertThat(screen().lines().filter(line -> line.startsWith("Locks at ")))
                .hasSize(1);
        Files.createFile(shell.file("done"));
        awaitScreen("No lock is held.");
        tmux("send-keys", "C-c");
        awaitScreen("before");
        assertThat(screen()).doesNotContain("Locks at ");
    }

    @Test
    void thereAreColoursOnATerminalUnlessNobodyWantsThem() throws Exception {
        shell.holding("", "job", "echo ready; sleep 60");
        type("clear; ./holdfast ls; echo end");
        awaitScreen("\nend");
        assertThat(screen("-e")).contains("\033[1mLOCK");
        type("clear; NO_COLOR=1 ./holdfast ls; echo finish");
        awaitScreen("\nfinish");
        assertThat(screen("-e")).doesNotContain("\033[1m");
        assertThat(shell.answer("ls")).doesNotContain("\033");
    }

    @Test
    void releaseAsksAtTheTerminal() throws Exception {
        CommandProcess victim = shell.holding("--lease 1s", "job", "echo ready; sleep 60");
        type("./holdfast release --force job; echo status=$?");
        awaitScreen("Take it away? [y/N]");
        type("y");
        awaitScreen("status=0");
        assertThat(screen()).contains("'job' was taken away from sh (pid " + victim.pid());
        assertThat(victim.exitCode()).isEqualTo(79);
    }

    private void type(String line) throws Exception {
        tmux("send-keys", "-l", line);
        tmux("send-keys", "Enter");
    }

    private void awaitScreen(String text) {
        Eventually.holds("'" + text + "' on the screen", () -> screen().contains(text));
    }

    private String screen(String... options) throws Exception {
        List<String> words = new ArrayList<>(List.of("capture-pane", "-p"));
        words.addAll(List.of(options));
        return tmux(words.toArray(String[]::new));
    }

    /** Each test has a server of its own. */
    private String tmux(String... words) throws IOException, InterruptedException {
        List<String> line =
                new ArrayList<>(List.of("tmux", "-S", shell.file("tmux").toString()));
        line.addAll(List.of(words));
        ProcessBuilder builder =
                new ProcessBuilder(line).directory(shell.folder().toFile()).redirectErrorStream(true);
        builder.environment()
                .putAll(Map.of(StoreOption.VARIABLE, shell.store(), "TERM", "xterm-256color", "LC_ALL", "C.UTF-8"));
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(line + ": " + output).isZero();
        return output;
    }

    private static String quoted(List<String> words) {
        return String.join(" ", words.stream().map(word -> "'" + word + "'").toList());
    }
}
