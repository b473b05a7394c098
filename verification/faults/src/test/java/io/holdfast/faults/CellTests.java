package io.holdfast.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/** Short runs on a stage, as tests. */
final class CellTests {

    private CellTests() {}

    /** {@return one for each cell of its topology} */
    static Stream<DynamicTest> of(Stage stage) {
        return Matrix.cells(stage.topology()).stream()
                .map(cell -> DynamicTest.dynamicTest(cell.toString(), () -> holds(cell, stage)));
    }

    private static void holds(Cell cell, Stage stage) {
        Outcome outcome = Round.run(cell, seed(), stage, "holdfast");
        System.out.println(outcome.summary());
        assertThat(outcome.isGood()).as(outcome.verdict()).isTrue();
        assertThat(outcome.tally().grants()).isGreaterThan(20);
    }

    /** Runs what is wrong, and looks whether that is seen. */
    static void convicts(Controls.Control control, Stage stage) {
        Outcome outcome = Round.run(control.cell(), seed(), stage, control.labour());
        assertThat(control.isConvicted(outcome))
                .as("of one of " + control.guilty() + ": " + outcome.verdict())
                .isTrue();
    }

    private static long seed() {
        return ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE);
    }
}
