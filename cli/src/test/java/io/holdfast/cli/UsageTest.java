package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the command line says of itself, and of arguments that are wrong. */
@Timeout(60)
class UsageTest {

    @TempDir
    Path temporary;

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "``,                        Missing required subcommand",
                "sell,                      Unmatched argument at index 0: 'sell'",
                "demo --workers=2,          '2' is not a whole number from 3 to 16",
                "demo --workers=17,         '17' is not a whole number from 3 to 16",
                "demo --stock=19,           '19' is not a whole number from 20 to 10000",
                "demo --stock=many,         'many' is not a whole number from 20 to 10000",
                "demo --store=memory:shop,  the in-memory store is inside one process",
                "demo --store=nosuch:shop,  No store on the class path knows URIs that start with 'nosuch:'",
            })
    void wrongArgumentsAreExplained(String arguments, String explanation) throws Exception {
        try (CommandProcess command = new CommandProcess(temporary, words(arguments))) {
            assertThat(command.exitCode()).as(command.output()).isEqualTo(64);
            assertThat(command.output()).contains("holdfast: ").contains(explanation);
            assertThat(temporary).isEmptyDirectory();
        }
    }

    @Test
    void aStoreOutOfReachIsUnavailable() throws Exception {
        // Nobody listens on port 1, and nobody but root could.
        try (CommandProcess command =
                new CommandProcess(temporary, "demo", "--workers=3", "--store=redis://:s3cret@127.0.0.1:1")) {
            assertThat(command.exitCode()).as(command.output()).isEqualTo(69);
            assertThat(command.output()).contains("could not be reached").doesNotContain("s3cret");
            assertThat(temporary).isEmptyDirectory();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "--help,       Usage: holdfast [-hV] COMMAND",
        "demo --help,  Usage: holdfast demo",
        "--version,    holdfast ",
    })
    void helpAndVersionAreNoErrors(String arguments, String answer) throws Exception {
        try (CommandProcess command = new CommandProcess(temporary, words(arguments))) {
            assertThat(command.exitCode()).as(command.output()).isZero();
            assertThat(command.output()).contains(answer);
        }
    }

    private static String[] words(String arguments) {
        return arguments.isEmpty() ? new String[0] : arguments.split(" ");
    }
}
