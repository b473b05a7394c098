package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Who holds what: {@code ls}, {@code show}, {@code watch}, {@code wait}, {@code release} and {@code elect}. */
@Timeout(60)
class InspectTest {

    @RegisterExtension
    final Shell shell = new Shell();

    @Test
    void lsTellsWhoHoldsWhatAndHowManyWait() throws Exception {
        assertThat(shell.answer("ls")).isEqualTo("No lock is held.\n");
        assertThat(shell.answer("ls", "--json")).isEqualTo("[]\n");
        CommandProcess holder = shell.holding("", "b job", "echo ready; sleep 60");
        shell.holding("--permits 2/3", "a licence", "echo ready; sleep 60");
        shell.start("run", "b job", "true");
        awaitWaiters("b job", 1);

        List<String> lines = shell.answer("ls").lines().toList();
        assertThat(lines).hasSize(3);
        assertThat(lines.get(0)).matches("LOCK +KIND +HELD BY +SINCE +FOR +LEFT +TOKEN +WAITING");
        assertThat(lines.get(1)).matches("a licence +semaphore of 3 +sh \\(pid \\d+ on \\S+\\) 2 of 3 .* +- +0");
        assertThat(lines.get(2)).matches("b job +mutex +sh \\(pid " + holder.pid() + " on \\S+\\) .* \\d{16} +1");
        assertThat(shell.answer("ls", "a ").lines()).hasSize(2);
        assertThat(shell.answer("ls", "b", "--json"))
                .startsWith("[{\"name\":\"b job\",\"kind\":\"mutex\",\"free\":false,\"holders\":[{\"owner\":")
                .contains("\"application\":\"sh\",\"host\":", "\"pid\":" + holder.pid() + ",", "\"token\":")
                .endsWith("}]\n");
    }

    @Test
    void showTellsAllOfOneLock() throws Exception {
        assertThat(shell.run("show", "--", "-job")).isEqualTo(new Shell.Ended(1, "'-job' is free.\n"));
        CommandProcess holder = shell.holding("", "job", "echo ready; sleep 60");
        CommandProcess first = shell.start("run", "job", "true");
        awaitWaiters("job", 1);
        CommandProcess second = shell.start("run", "job", "true");
        awaitWaiters("job", 2);

        Shell.Ended shown = shell.run("show", "job");
        assertThat(shown.exitCode()).isZero();
        assertThat(shown.output())
                .contains("Held by  sh (pid " + holder.pid() + " on ")
                .containsPattern("(?m)^  since  .* ago\\)$")
                .containsPattern("(?m)^  until  .* from now, unless it is renewed\\)$")
                .containsPattern("(?m)^  token  \\d+$")
                .containsPattern("(?m)^  owner  \\S+$")
                .containsPattern("(?m)^1 +true \\(pid " + first.pid() + " on ")
                .containsPattern("(?m)^2 +true \\(pid " + second.pid() + " on ");
        assertThat(shell.answer("show", "--json", "free")).startsWith("{\"name\":\"free\",\"free\":true,");
    }

    @Test
    void waitEndsWhenTheLockIsFreeAndDoesNotTakeIt() throws Exception {
        assertThat(shell.run("wait", "job")).isEqualTo(new Shell.Ended(0, ""));
        try (Holdfast holder = shell.open()) {
            Lease lease = holder.lock("job").acquire();
            Shell.Ended late = shell.run("wait", "-w", "100ms", "job");
            assertThat(late.exitCode()).isEqualTo(75);
            assertThat(late.output()).startsWith("holdfast: 'job' is busy: ");
            CommandProcess waiting = shell.start("wait", "--json", "job");
            lease.release();
            assertThat(waiting.exitCode()).isZero();
            assertThat(waiting.output()).contains("\"free\":true");
            assertThat(holder.locks().find("job")).isEmpty();
        }
    }

    @Test
    void releaseAsksAndSaysWhomItRobsAndRaisesTheFence() throws Exception {
        CommandProcess victim = shell.holding("--lease 1s", "job", "echo token=$HOLDFAST_TOKEN; echo ready; sleep 60");
        long token =
                Long.parseLong(victim.output().lines().findFirst().orElseThrow().substring("token=".length()));

        Shell.Ended no = shell.runWith("n\n", "release", "job", "--force");
        assertThat(no.exitCode()).isEqualTo(1);
        assertThat(no.output())
                .contains("sh (pid " + victim.pid() + " on ", "with token " + token, "Take it away? [y/N]")
                .contains("'job' stays as it is");
        assertThat(shell.run("release", "job", "--force").exitCode()).isEqualTo(64);

        Shell.Ended yes = shell.runWith("y\n", "release", "job", "--force");
        assertThat(yes.exitCode()).as(yes.output()).isZero();
        var fence = Pattern.compile("The fence is at (\\d+)").matcher(yes.output());
        assertThat(fence.find()).as(yes.output()).isTrue();
        assertThat(Long.parseLong(fence.group(1))).isGreaterThan(token);
        assertThat(victim.exitCode()).as(victim.output()).isEqualTo(79);
        String next = shell.answer("run", "-n", "job", "--", "sh", "-c", "echo $HOLDFAST_TOKEN");
        assertThat(Long.parseLong(next.strip())).isGreaterThan(Long.parseLong(fence.group(1)));
        assertThat(shell.run("release", "job", "--force", "--yes").exitCode()).isEqualTo(1);
    }

    @Test
    void releaseAfterTheLeaseLetsNobodyInBesideTheVictim() throws Exception {
        CommandProcess victim = shell.holding(
                "--lease 3s --kill-after 200ms",
                "job",
                "trap 'echo end >ended; exit' TERM; echo ready; sleep 60 & wait");
        String answer = shell.answer("release", "job", "--force", "-y", "--after-lease", "--json");
        assertThat(answer).contains("\"closedForMillis\":");
        assertThat(shell.run("run", "-n", "job", "true").exitCode()).isEqualTo(75);
        Shell.Ended next = shell.run("run", "-w", "20", "job", "cat", "ended");
        assertThat(next.exitCode()).as(next.output()).isZero();
        assertThat(victim.exitCode()).isEqualTo(79);
    }

    @Test
    void watchWritesWhatChangesWhereThereIsNoTerminal() throws Exception {
        CommandProcess watch = shell.start("watch", "--every", "50ms", "--json", "job");
        watch.awaitLine("\"locks\":[]");
        CommandProcess holder = shell.holding("", "job:1", "echo ready; while [ ! -f done ]; do sleep 0.02; done");
        watch.awaitLine("\"name\":\"job:1\"");
        Files.createFile(shell.file("done"));
        assertThat(holder.exitCode()).isZero();
        watch.awaitLine("\"locks\":[]");
        watch.signal("INT");
        assertThat(watch.exitCode()).isEqualTo(130);
        assertThat(watch.output().lines()).hasSize(3);
    }

    @Test
    void oneOfThoseWhoTakePartLeadsAndTheNextFollows() throws Exception {
        String script = "echo $HOLDFAST_TOKEN >>terms; echo ready; while [ ! -f done ]; do sleep 0.02; done; exit 5";
        CommandProcess first = shell.start("elect", "boss", "--data", "at home", "--", "sh", "-c", script);
        first.awaitLine("ready");
        CommandProcess second = shell.start("elect", "-v", "boss", "--", "sh", "-c", script);
        awaitWaiters("boss", 1);
        assertThat(shell.answer("show", "boss")).contains("  says   at home");

        Files.createFile(shell.file("done"));
        assertThat(first.exitCode()).as(first.output()).isEqualTo(5);
        second.awaitLine("ready");
        assertThat(second.exitCode()).as(second.output()).isEqualTo(5);
        assertThat(Files.readAllLines(shell.file("terms"))).hasSize(2).isSorted();
    }

    @Test
    void aLeaderThatIsRobbedStopsItsCommandAndStandsAgain() throws Exception {
        CommandProcess leader = shell.start(
                "elect", "--lease", "1s", "boss", "--", "sh", "-c", "echo term $HOLDFAST_TOKEN; exec sleep 60");
        leader.awaitLine("term ");
        assertThat(shell.run("release", "boss", "--force", "--yes").exitCode()).isZero();
        leader.awaitLine("term ");
        List<String> terms = new ArrayList<>(
                leader.output().lines().filter(line -> line.startsWith("term ")).toList());
        assertThat(terms).hasSize(2).isSorted();
        leader.signal("TERM");
        assertThat(leader.exitCode()).as(leader.output()).isEqualTo(143);
        assertThat(shell.run("show", "boss").exitCode()).isEqualTo(1);
    }

    @Test
    void completionIsAScriptThatTheShellUnderstands() throws Exception {
        Files.writeString(shell.file("completion"), shell.answer("completion", "bash"));
        Process bash = new ProcessBuilder(
                        "bash",
                        "-c",
                        "source ./completion; COMP_WORDS=(holdfast re); COMP_CWORD=1; COMP_LINE='holdfast re';"
                                + " _complete_holdfast; echo \"${COMPREPLY[@]}\"")
                .directory(shell.folder().toFile())
                .start();
        assertThat(new String(bash.getInputStream().readAllBytes()).strip()).isEqualTo("release");
        assertThat(shell.answer("completion", "zsh")).startsWith("autoload").contains("bashcompinit");
    }

    private void awaitWaiters(String lock, int count) {
        try (Holdfast onlooker = shell.open()) {
            Eventually.holds(
                    count + " wait",
                    () -> onlooker.locks()
                                    .find(lock)
                                    .map(found -> found.waiters().size())
                                    .orElse(0)
                            == count);
        }
    }
}
