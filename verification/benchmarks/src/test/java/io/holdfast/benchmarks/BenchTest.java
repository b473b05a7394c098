package io.holdfast.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.benchmarks.workloads.Workload;
import io.holdfast.benchmarks.workloads.Workloads;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What the options mean. */
class BenchTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CommandLine command =
            Bench.command().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "--rounds=0,              --rounds is from 1 to 1000",
                "--rounds=1001,           --rounds is from 1 to 1000",
                "--rounds=many,           'many' is not an int",
                "--only=nosuch,           no workload 'nosuch': see --list",
                "--only=own-1;nosuch,     no workload 'nosuch': see --list",
                "--only=,                 no workload ''",
                "--json=/no/such/file,    --json: cannot write /no/such/file",
                "--picture=/no/such/file, --picture: cannot write /no/such/file",
                "--slow,                  Unknown option: '--slow'",
            })
    void wrongOptionsAreExplained(String option, String explanation) {
        assertThat(command.execute(option.replace(';', ','))).isEqualTo(64);
        assertThat(err.toString()).contains("holdfast: ").contains(explanation).contains("--help");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void theListNamesEveryWorkload() {
        assertThat(command.execute("--list")).isZero();
        assertThat(out.toString().lines().map(line -> line.split(" ", 2)[0]))
                .containsExactlyElementsOf(names(Workloads.all()));
    }

    @Test
    void helpTellsOfEveryOption() {
        assertThat(command.execute("--help")).isZero();
        assertThat(out.toString())
                .contains("--only", "--rounds", "--quick", "--json", "--picture", "--list", "HOLDFAST_BENCH_JAVA_OPTS");
    }

    @Test
    void storesAreACommandOfTheirOwn() {
        assertThat(command.execute("stores", "--help")).isZero();
        assertThat(out.toString()).contains("holdfast bench stores").contains("--json");
        assertThat(command.execute("stores", "--json=/no/such/file")).isEqualTo(64);
        assertThat(err.toString()).contains("--json: cannot write /no/such/file");
    }

    @Test
    void noNameOccursTwice() {
        assertThat(names(Workloads.all())).doesNotHaveDuplicates();
    }

    @Test
    void aFullNameIsThatWorkloadAlone() {
        assertThat(names(Selection.of(List.of("one-4x4"), false))).containsExactly("one-4x4");
    }

    @Test
    void theBeginningOfANameIsAllThatBeginSo() {
        assertThat(names(Selection.of(List.of("redlock", "own"), false)))
                .containsExactly("own-1", "own-16", "redlock-own", "redlock-4x4");
    }

    @Test
    void aQuickRunLeavesOutWhatIsSlowUnlessItIsNamed() {
        assertThat(names(Selection.of(List.of(), true))).contains("own-1").doesNotContain("waiting-512");
        assertThat(names(Selection.of(List.of("waiting"), true))).doesNotContain("waiting-512");
        assertThat(names(Selection.of(List.of("waiting-512"), true))).containsExactly("waiting-512");
    }

    @Test
    void aNameThatIsNobodysIsRefused() {
        assertThatThrownBy(() -> Selection.of(List.of("on"), false)).hasMessageContaining("no workload 'on'");
    }

    private static List<String> names(List<Workload> workloads) {
        return workloads.stream().map(Workload::name).toList();
    }
}
