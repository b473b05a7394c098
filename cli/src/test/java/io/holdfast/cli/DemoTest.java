package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.servers.RedisBinary;
import io.holdfast.servers.RedisServer;
import io.holdfast.servers.RespConnection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The demonstration, with real processes and a real Redis. */
@Timeout(120)
class DemoTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path temporary;

    /** The whole of it in three ways, which mostly wait, and so at the same time. */
    @Test
    void eachSceneShowsWhatItIsThereFor() throws Exception {
        Path file = Files.createTempFile("holdfast-demo-test-", ".db");
        try (RedisServer server = RedisServer.start(RedisBinary.PACKAGED);
                CommandProcess own = demo();
                CommandProcess inRedis = demo("--json", "--store=" + server.uri() + "/1");
                CommandProcess inFile = demo("--json", "--store=jdbc:sqlite:" + file)) {
            assertThat(own.exitCode()).as(own.output()).isZero();
            theTableTells(own);
            theFaultsAreTold(own.output());
            assertThat(own.output()).doesNotContain("\033", "\r");

            assertThat(inRedis.exitCode()).as(inRedis.output()).isZero();
            theJsonTells(inRedis.output());
            try (RespConnection connection = server.connect()) {
                connection.command("SELECT", "1");
                // What Holdfast keeps goes by itself; there is no shop and no naive lock any more.
                assertThat(String.valueOf(connection.command("KEYS", "*")))
                        .contains("holdfast-demo-")
                        .doesNotContain("WITHOUT", "NAIVE", "HOLDFAST", ":naive");
            }

            assertThat(inFile.exitCode()).as(inFile.output()).isZero();
            theJsonTells(inFile.output());
        } finally {
            Files.delete(file);
        }
        // They waited for all of it to be gone before they ended.
        assertThat(left()).isEmpty();
    }

    private static void theTableTells(CommandProcess demo) {
        Row without = row(demo, "without a lock");
        assertThat(without.sold()).isGreaterThan(20);
        assertThat(without.oversold()).isEqualTo(without.sold() - 20);
        Row naive = row(demo, "a naive lock");
        assertThat(naive.sold()).isGreaterThan(20);
        assertThat(naive.oversold()).isEqualTo(naive.sold() - 20);
        assertThat(naive.wrongLocksDeleted()).isPositive();
        assertThat(naive.staleWritesRefused()).isZero();
        Row holdfast = row(demo, "Holdfast");
        assertThat(holdfast.sold()).isEqualTo(20);
        assertThat(holdfast.oversold()).isZero();
        assertThat(holdfast.wrongLocksDeleted()).isZero();
        assertThat(holdfast.staleWritesRefused()).isPositive();
    }

    private static void theFaultsAreTold(String output) {
        assertThat(output)
                .containsSubsequence(
                        "1. Without a lock",
                        "2. With a naive lock",
                        "and has read that 15 are left",
                        "It is stopped there (kill -STOP)",
                        "Its lock has expired",
                        "goes on (kill -CONT)",
                        "It writes down that 14 are left",
                        "It deletes the lock, which is not its own",
                        "is still inside",
                        "3. With Holdfast",
                        "is killed (kill -9)",
                        "Its lease has expired",
                        "It is stopped there (kill -STOP)",
                        "Its lease has expired",
                        "goes on (kill -CONT)",
                        "The shop refuses that",
                        "is lower than",
                        "It is told that its lease is lost",
                        "wrong locks");
    }

    private static void theJsonTells(String output) {
        assertThat(output)
                .hasLineCount(1)
                .startsWith("{\"exact\":true,\"workers\":3,\"millis\":")
                .containsPattern("\"naive-lock\",\"stock\":20,\"sold\":\\d+,\"oversold\":[1-9]\\d*,"
                        + "\"wrongLocksDeleted\":[1-9]\\d*,\"staleWritesRefused\":0}")
                .containsPattern("\"holdfast\",\"stock\":20,\"sold\":20,\"oversold\":0,"
                        + "\"wrongLocksDeleted\":0,\"staleWritesRefused\":[1-9]\\d*}");
    }

    @Test
    void whenItIsToldToEndWhileAWorkerIsStoppedNothingIsLeft() throws Exception {
        try (CommandProcess demo = demo()) {
            demo.awaitLine("It is stopped there");
            assertThat(left()).isNotEmpty();

            demo.terminate();

            assertThat(demo.exitCode()).as(demo.output()).isEqualTo(143);
            assertThat(left()).isEmpty();
        }
    }

    @Test
    void whenItIsKilledNothingIsLeft() throws Exception {
        try (CommandProcess demo = demo()) {
            demo.awaitLine("1. Without a lock");

            demo.kill();

            awaitNothingLeft();
        }
    }

    private CommandProcess demo(String... more) throws IOException {
        List<String> words = new ArrayList<>(List.of("demo", "--workers=3", "--stock=20"));
        words.addAll(List.of(more));
        return new CommandProcess(temporary, words.toArray(String[]::new));
    }

    private record Row(int sold, int oversold, int wrongLocksDeleted, int staleWritesRefused) {}

    private static Row row(CommandProcess demo, String scene) {
        Matcher row = Pattern.compile("(?m)^" + scene + " +20 +(\\d+) +(\\d+) +(\\d+|-) +(\\d+)$")
                .matcher(demo.output());
        assertThat(row.find()).as(demo.output()).isTrue();
        return new Row(
                Integer.parseInt(row.group(1)),
                Integer.parseInt(row.group(2)),
                row.group(3).equals("-") ? 0 : Integer.parseInt(row.group(3)),
                Integer.parseInt(row.group(4)));
    }

    private void awaitNothingLeft() throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!left().isEmpty() && System.nanoTime() < deadline) {
            Thread.sleep(20);
        }
        assertThat(left()).isEmpty();
    }

    /** {@return the files in the temporary directory, and the processes that have it in their command line} */
    private List<String> left() throws IOException {
        try (Stream<Path> files = Files.list(temporary)) {
            Stream<String> processes = ProcessHandle.allProcesses()
                    .map(process -> process.info().commandLine().orElse(""))
                    .filter(line -> line.contains(temporary.toString()));
            return Stream.concat(files.map(Path::toString), processes).toList();
        }
    }
}
