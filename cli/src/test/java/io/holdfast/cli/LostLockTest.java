package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Holdfast;
import io.holdfast.servers.RedisBinary;
import io.holdfast.servers.RedisServer;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What becomes of a command whose lock is lost in the middle of it. */
@Timeout(60)
class LostLockTest {

    /** Says again and again that it is there, and does not listen to anybody. */
    private static final String STUBBORN =
            "trap '' TERM; echo $$ >pid; echo ready; while :; do date +%s%3N >beat.new; mv beat.new beat; sleep 0.02; done";

    private static RedisServer server;

    @RegisterExtension
    final Shell shell = new Shell();

    @BeforeAll
    static void startServer() {
        server = RedisServer.start(RedisBinary.PACKAGED);
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @Test
    void whenTheStoreStandsStillTheCommandIsGoneBeforeTheLeaseIs() throws Exception {
        shell.use(server.uri());
        CommandProcess command = shell.holding("--lease 3s --kill-after 600ms", "job", STUBBORN);
        shell.awaitFile("beat");
        Instant stopped = Instant.now();
        server.pause();
        try {
            assertThat(command.exitCode()).as(command.output()).isEqualTo(79);
        } finally {
            server.resume();
        }
        // It was renewed before the server stood still, and not after.
        assertThat(lastBeat()).isBefore(stopped.plusSeconds(3)).isAfter(stopped.plusMillis(500));
        assertThat(CommandProcess.lives(shell.pidIn("pid"))).isFalse();
        assertThat(command.output()).contains("'job': it could not be renewed").contains("the command was stopped");
        try (Holdfast next = shell.open()) {
            next.lock("job").acquire(Duration.ofSeconds(10)).close();
        }
    }

    @Test
    void whenTheStoreIsKilledTheCommandIsToldInTime() throws Exception {
        try (RedisServer mortal = RedisServer.start(RedisBinary.PACKAGED)) {
            shell.use(mortal.uri());
            CommandProcess command = shell.holding(
                    "--lease 3s",
                    "job",
                    "trap 'date +%s%3N >beat; echo tidying; exit 0' TERM; echo ready; sleep 60 & wait");
            Instant killed = Instant.now();
            mortal.kill();
            assertThat(command.exitCode()).as(command.output()).isEqualTo(79);
            assertThat(command.output()).contains("tidying");
            assertThat(lastBeat()).isBefore(killed.plusSeconds(3));
        }
    }

    @Test
    void aShortOutageIsNoLoss() throws Exception {
        shell.use(server.uri());
        CommandProcess command =
                shell.holding("--lease 4s", "short", "echo ready; while [ ! -f done ]; do sleep 0.02; done; exit 6");
        server.pause();
        // Longer than until the next renewal, which is what the outage has to meet.
        Eventually.holds("a renewal was due", pastBy(Duration.ofMillis(1600)));
        server.resume();
        Files.createFile(shell.file("done"));
        assertThat(command.exitCode()).as(command.output()).isEqualTo(6);
    }

    @Test
    void aFileThatSomebodyElseHasLockedIsAStoreThatIsAway() throws Exception {
        CommandProcess command = shell.holding("--lease 2s --kill-after 300ms", "job", STUBBORN);
        try (Connection other = DriverManager.getConnection(shell.store());
                Statement statement = other.createStatement()) {
            Instant locked = Instant.now();
            statement.execute("BEGIN EXCLUSIVE");
            assertThat(command.exitCode()).as(command.output()).isEqualTo(79);
            assertThat(lastBeat()).isBefore(locked.plusSeconds(2));
            statement.execute("ROLLBACK");
        }
    }

    @Test
    void whatTheCommandTurnedLooseIsStoppedToo() throws Exception {
        CommandProcess command = shell.holding(
                "--lease 1s", "job", "(sh -c 'trap \"\" TERM; echo $$ >loose; echo ready; exec sleep 60' &); sleep 60");
        rob("job");
        assertThat(command.exitCode()).as(command.output()).isEqualTo(79);
        assertThat(CommandProcess.lives(shell.pidIn("loose"))).isFalse();
    }

    @Test
    void onLostKillGivesNoGrace() throws Exception {
        CommandProcess command = shell.holding(
                "--lease 1s --on-lost kill",
                "job",
                "trap 'echo heard' TERM; echo $$ >pid; echo ready; sleep 60 & wait");
        rob("job");
        assertThat(command.exitCode()).as(command.output()).isEqualTo(79);
        assertThat(command.output()).doesNotContain("heard");
    }

    @Test
    void onLostIgnoreLetsTheCommandGoOn() throws Exception {
        CommandProcess command = shell.holding(
                "--lease 1s --on-lost ignore",
                "job",
                "trap 'echo heard' TERM; echo ready; while [ ! -f done ]; do sleep 0.02; done; exit 4");
        rob("job");
        command.awaitLine("the command goes on");
        Files.createFile(shell.file("done"));
        assertThat(command.exitCode()).as(command.output()).isEqualTo(4);
        assertThat(command.output()).doesNotContain("heard").contains("may not have been alone");
    }

    @Test
    void maxHoldStopsACommandThatHangs() throws Exception {
        CommandProcess command = shell.holding("--max-hold 300ms --kill-after 100ms", "job", STUBBORN);
        assertThat(command.exitCode()).as(command.output()).isEqualTo(79);
        assertThat(command.output()).contains("--max-hold, 300 ms, is over");
        assertThat(CommandProcess.lives(shell.pidIn("pid"))).isFalse();
        assertThat(shell.run("run", "-n", "job", "true").exitCode()).isZero();
    }

    @Test
    void whenHoldfastItselfIsKilledTheCommandIsStoppedBeforeTheLeaseEnds() throws Exception {
        CommandProcess command = shell.holding(
                "--lease 4s --kill-after 300ms",
                "job",
                "sh -c '" + STUBBORN.replace("'", "\"") + "' & trap 'echo told >told' TERM; wait; wait");
        shell.awaitFile("beat");
        Instant killed = Instant.now();
        command.kill();
        assertThat(shell.run("run", "-w", "20", "job", "true").exitCode()).isZero();
        shell.awaitFile("told");
        assertThat(CommandProcess.lives(shell.pidIn("pid"))).isFalse();
        // Two thirds of the lease are left at the least.
        assertThat(lastBeat()).isBefore(killed.plusMillis(2_600));
    }

    @Test
    void onLostIgnoreLetsTheCommandGoOnAlsoWhenHoldfastIsKilled() throws Exception {
        CommandProcess command = shell.holding(
                "--lease 1s --on-lost ignore",
                "job",
                "echo $$ >pid; echo ready; while [ ! -f done ]; do sleep 0.02; done; echo >over");
        command.kill();
        assertThat(shell.run("run", "-w", "20", "job", "true").exitCode()).isZero();
        assertThat(CommandProcess.lives(shell.pidIn("pid"))).isTrue();
        Files.createFile(shell.file("done"));
        shell.awaitFile("over");
    }

    private void rob(String lock) throws Exception {
        Shell.Ended robbed = shell.run("release", lock, "--force", "--yes");
        assertThat(robbed.exitCode()).as(robbed.output()).isZero();
    }

    private Instant lastBeat() throws Exception {
        return Instant.ofEpochMilli(
                Long.parseLong(Files.readString(shell.file("beat")).strip()));
    }

    private static java.util.concurrent.Callable<Boolean> pastBy(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        return () -> System.nanoTime() - end >= 0;
    }
}
