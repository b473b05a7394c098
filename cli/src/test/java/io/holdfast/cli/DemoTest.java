package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    Path temporary;

    @Test
    void withoutALockTooManyAreSoldAndWithOneExactlyTheStock() throws Exception {
        try (CommandProcess demo = new CommandProcess(temporary, "demo", "--workers=2", "--stock=40")) {
            assertThat(demo.exitCode()).as(demo.output()).isZero();

            assertThat(sold(demo, "without a lock")).isGreaterThan(40);
            assertThat(sold(demo, "with a lock")).isEqualTo(40);
            // It waits for all this to be gone before it ends.
            assertThat(left()).isEmpty();
        }
    }

    @Test
    void theLockCanBeInARedisThatIsThereAlready() throws Exception {
        try (CommandProcess other = new CommandProcess(temporary, "demo", "--workers=2", "--stock=10000")) {
            other.awaitLine("The lock is in a Redis");
            Matcher address = Pattern.compile("at (\\S+:\\d+)").matcher(other.output());
            assertThat(address.find()).isTrue();

            try (CommandProcess demo = new CommandProcess(
                    temporary, "demo", "--store=redis://" + address.group(1), "--workers=2", "--stock=20")) {
                assertThat(demo.exitCode()).as(demo.output()).isZero();
                assertThat(demo.output()).doesNotContain("The lock is in a Redis");
                assertThat(sold(demo, "with a lock")).isEqualTo(20);
            }
        }
        awaitNothingLeft();
    }

    @Test
    void whenItIsToldToEndNothingIsLeft() throws Exception {
        try (CommandProcess demo = new CommandProcess(temporary, "demo", "--workers=2", "--stock=10000")) {
            demo.awaitLine("without a lock");
            assertThat(left()).isNotEmpty();

            demo.terminate();

            assertThat(demo.exitCode()).as(demo.output()).isEqualTo(143);
            assertThat(left()).isEmpty();
        }
    }

    @Test
    void whenItIsKilledNothingIsLeft() throws Exception {
        try (CommandProcess demo = new CommandProcess(temporary, "demo", "--workers=2", "--stock=10000")) {
            demo.awaitLine("without a lock");

            demo.kill();

            awaitNothingLeft();
        }
    }

    private static int sold(CommandProcess demo, String round) {
        Matcher row = Pattern.compile("(?m)^" + round + " +\\d+ +(\\d+) +0 ").matcher(demo.output());
        assertThat(row.find()).as(demo.output()).isTrue();
        return Integer.parseInt(row.group(1));
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
