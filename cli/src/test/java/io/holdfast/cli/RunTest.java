package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LockInfo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code holdfast run}, on a file and without any server. */
@Timeout(60)
class RunTest {

    @RegisterExtension
    final Shell shell = new Shell();

    @Test
    void theCommandGetsItsArgumentsAsTheyAre() throws Exception {
        String[] words = {"printf", "<%s>", "-n", "--", "--help", "@x", "a  b", "", "-E", "3", "'\"$HOME*"};
        Shell.Ended printed = new Shell.Ended(0, "<-n><--><--help><@x><a  b><><-E><3><'\"$HOME*>\n");

        assertThat(shell.run(with(words, "run", "a job", "--"))).isEqualTo(printed);
        assertThat(shell.run(with(words, "run", "a job"))).isEqualTo(printed);
        assertThat(shell.run(with(words, "run", "-n", "a job", "-E", "3", "--lease=5s", "--")))
                .isEqualTo(printed);
        assertThat(shell.run(with(words, "run", "-n", "--", "-a job-", "--"))).isEqualTo(printed);
    }

    @Test
    void theCommandIsToldWhatItHolds() throws Exception {
        String script = "echo \"$HOLDFAST_LOCK|$HOLDFAST_TOKEN|$HOLDFAST_OWNER\"; cat; echo ready; sleep 60";
        CommandProcess command = shell.holding("", "  the Job--1", script);

        try (Holdfast onlooker = shell.open()) {
            LockInfo lock = onlooker.locks().find("  the Job--1").orElseThrow();
            assertThat(command.output())
                    .startsWith("  the Job--1|" + lock.holders().get(0).token() + "|"
                            + lock.holders().get(0).owner() + "\n");
            assertThat(lock.holders().get(0).client().orElseThrow().application())
                    .isEqualTo("sh");
        }
    }

    @Test
    void standardInputIsTheCommands() throws Exception {
        assertThat(shell.runWith("one\ntwo\n", "run", "job", "--", "cat")).isEqualTo(new Shell.Ended(0, "one\ntwo\n"));
    }

    @ParameterizedTest
    @CsvSource({
        "exit 0,         0",
        "exit 5,         5",
        "exit 255,     255",
        "kill -TERM $$, 143",
        "kill -KILL $$, 137",
        "kill -INT $$,  130",
    })
    void theExitCodeIsTheCommands(String script, int code) throws Exception {
        assertThat(shell.run("run", "job", "--", "sh", "-c", script).exitCode()).isEqualTo(code);
        assertFree("job");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "run job,                              64, Missing required parameter: 'COMMAND'",
                "run -n -w 5 job true,                 64, give one of them",
                "run -s --permits 1/2 job true,        64, give one of them",
                "run --permits 3 job true,             64, '3' is not of the form K/N",
                "run --permits 3/2 job true,           64, never to be had",
                "run -w soon job true,                 64, 'soon' is not a time",
                "run -E 256 job true,                  64, not an exit code",
                "run --lease 4s --kill-after 2s j true, 64, needs a --lease of",
                "run --lease 10ms job true,            64, too short",
                "run --on-lost=cry job true,           64, --on-lost",
                "run --store memory: job true,         64, in-memory store",
                "run --store nosuch:x job true,        64, No store on the class path",
                "run --store redis://127.0.0.1:1 job true, 69, could not be reached",
                "run job ./nosuch,                    127, './nosuch' cannot be run",
                "run job /etc/passwd,                 126, permission denied",
                "release job,                          64, --force",
                "run --json --on-lost=cry job true,    64, `{\"error\":\"usage\",\"exit\":64,`",
            })
    void whatCannotBeDoneIsSaid(String arguments, int code, String explanation) throws Exception {
        Shell.Ended ended = shell.run(arguments.split(" "));
        assertThat(ended.exitCode()).as(ended.output()).isEqualTo(code);
        assertThat(ended.output()).contains(explanation);
        assertThat(ended.output().lines().count()).isLessThanOrEqualTo(2);
    }

    @Test
    void aBusyLockIsSaidToBe() throws Exception {
        shell.holding("", "job", "echo ready; sleep 60");

        Shell.Ended busy = shell.run("run", "-n", "job", "--", "echo", "ran");
        assertThat(busy.exitCode()).isEqualTo(75);
        assertThat(busy.output())
                .startsWith("holdfast: 'job' is busy: sh (pid ")
                .contains("has held it for");
        assertThat(shell.run("run", "-w", "0.2", "job", "--", "echo", "ran").exitCode())
                .isEqualTo(75);
        assertThat(shell.run("run", "-nqE", "0", "job", "echo", "ran")).isEqualTo(new Shell.Ended(0, ""));
        assertThat(shell.run("run", "--json", "-n", "job", "true").output())
                .startsWith("{\"error\":\"busy\",\"exit\":75,");
        // Who shares cannot stand in the queue of a mutex, but is not let in either.
        assertThat(shell.run("run", "-n", "-s", "job", "echo", "ran").exitCode())
                .isEqualTo(75);
    }

    @Test
    void manyShellsThatRaceTakeTurns() throws Exception {
        Path counter = Files.writeString(shell.file("counter"), "0\n");
        List<CommandProcess> racing = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            racing.add(shell.start(
                    "run",
                    "count",
                    "--",
                    "sh",
                    "-c",
                    "n=$(cat counter); sleep 0.05; echo $((n + 1)) >counter; echo $HOLDFAST_TOKEN >>tokens"));
        }
        for (CommandProcess racer : racing) {
            assertThat(racer.exitCode()).as(racer.output()).isZero();
        }
        assertThat(counter).hasContent("5\n");
        assertThat(Files.readAllLines(shell.file("tokens")))
                .hasSize(5)
                .doesNotHaveDuplicates()
                .isSorted();
    }

    @Test
    void thoseWhoShareAreTogetherAndWhoWantsAllOfItWaitsForThem() throws Exception {
        CommandProcess reader =
                shell.holding("-s", "catalogue", "echo ready; while [ ! -f done ]; do sleep 0.02; done");
        assertThat(shell.run("run", "-s", "-n", "catalogue", "echo", "too")).isEqualTo(new Shell.Ended(0, "too\n"));
        assertThat(shell.run("run", "-n", "catalogue", "true").exitCode()).isEqualTo(75);

        CommandProcess writer = shell.start("run", "catalogue", "echo", "alone");
        try (Holdfast onlooker = shell.open()) {
            Eventually.holds(
                    "it waits",
                    () -> !onlooker.locks()
                            .find("catalogue")
                            .orElseThrow()
                            .waiters()
                            .isEmpty());
        }
        Files.createFile(shell.file("done"));
        assertThat(writer.exitCode()).isZero();
        assertThat(writer.output()).isEqualTo("alone\n");
        assertThat(reader.exitCode()).isZero();
    }

    @Test
    void thereAreAsManyAsPermits() throws Exception {
        shell.holding("--permits 1/2", "licence", "echo ready; sleep 60");
        shell.holding("--permits 1/2", "licence", "echo ready; sleep 60");
        assertThat(shell.run("run", "-n", "--permits", "1/2", "licence", "true").exitCode())
                .isEqualTo(75);
    }

    @Test
    void minHoldKeepsTheLockAfterTheCommand() throws Exception {
        assertThat(shell.run("run", "--min-hold", "30s", "nightly", "true").exitCode())
                .isZero();
        assertThat(shell.run("run", "-n", "nightly", "true").exitCode()).isEqualTo(75);
    }

    @ParameterizedTest
    @CsvSource({"TERM, 143", "INT, 130", "HUP, 129"})
    void signalsReachTheCommandAndItsChildren(String signal, int code) throws Exception {
        // A shell that handles a signal does so when its own child has ended, to which nobody but us passes it on.
        CommandProcess command = shell.holding(
                "",
                "job",
                "trap 'trap - SIG; kill -SIG $$' SIG; sh -c 'trap \"echo >grandchild; exit\" SIG; echo ready; while :; do"
                                .replace("SIG", signal)
                        + " sleep 0.02; done'; exit 9");

        command.signal(signal);

        assertThat(command.exitCode()).as(command.output()).isEqualTo(code);
        assertThat(shell.file("grandchild")).exists();
        assertFree("job");
    }

    @Test
    void aCommandMayHandleASignalAndGoOn() throws Exception {
        CommandProcess command =
                shell.holding("", "job", "trap 'echo handled; exit 3' TERM; echo ready; sleep 60 & wait");
        command.signal("TERM");
        assertThat(command.exitCode()).isEqualTo(3);
        assertThat(command.output()).contains("handled");
    }

    @ParameterizedTest
    @CsvSource({"TERM, 143", "INT, 130", "HUP, 129"})
    void aSignalEndsTheWait(String signal, int code) throws Exception {
        try (Holdfast holder = shell.open()) {
            Lease lease = holder.lock("job").acquire();
            CommandProcess waiting = shell.start("run", "job", "echo", "ran");
            Eventually.holds(
                    "it waits",
                    () -> !holder.locks().find("job").orElseThrow().waiters().isEmpty());
            waiting.signal(signal);
            assertThat(waiting.exitCode()).isEqualTo(code);
            assertThat(waiting.output()).isEmpty();
            assertThat(holder.locks().find("job").orElseThrow().waiters()).isEmpty();
            lease.release();
        }
    }

    @Test
    void verboseTellsOfTheLockAndJsonTellsPrograms() throws Exception {
        assertThat(shell.run("run", "-v", "job", "true").output())
                .contains("holdfast: has 'job' after ")
                .contains("holdfast: 'job' is released");
        assertThat(shell.run("run", "-v", "--json", "job", "true").output().lines())
                .hasSize(2)
                .allSatisfy(line ->
                        assertThat(line).startsWith("{\"lock\":\"job\",").endsWith("}"))
                .anySatisfy(line -> assertThat(line).contains("\"event\":\"acquired\""));
    }

    @Test
    void withoutAStoreTheLocksAreInAFolderOfTheUsers() throws Exception {
        Map<String, String> environment =
                Map.of("XDG_STATE_HOME", shell.file("state").toString());
        ProcessBuilder builder = new ProcessBuilder(CommandProcess.line(shell.folder(), "run", "job", "echo", "ran"))
                .redirectErrorStream(true);
        try (CommandProcess command = new CommandProcess(builder, environment, "")) {
            assertThat(command.exitCode()).as(command.output()).isZero();
        }
        Path folder = shell.file("state").resolve("holdfast");
        assertThat(folder.resolve("locks.db")).exists();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                .isEqualTo("rwx------");
    }

    private void assertFree(String lock) {
        try (Holdfast onlooker = shell.open()) {
            assertThat(onlooker.locks().find(lock)).isEmpty();
        }
    }

    private static String[] with(String[] command, String... ours) {
        List<String> all = new ArrayList<>(List.of(ours));
        all.addAll(List.of(command));
        return all.toArray(String[]::new);
    }
}
