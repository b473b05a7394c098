package io.holdfast.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/** Short runs on a stage, as tests. */
final class CellTests {

    private CellTests() {}

    private static final int MOST_ROUNDS = 4;

    /** {@return one for each cell of its topology that is not rare} */
    static Stream<DynamicTest> of(Stage stage) {
        return Matrix.cells(stage.topology()).stream()
                .filter(cell -> !cell.rare())
                .map(cell -> DynamicTest.dynamicTest(cell.toString(), () -> holds(cell, stage)));
    }

    /** A round in which nobody felt the fault proves nothing, and another is run; a promise that is broken is broken. */
    private static void holds(Cell cell, Stage stage) {
        Outcome outcome;
        int rounds = 0;
        do {
            outcome = Round.run(cell, seed(), stage, "holdfast");
            System.out.println(outcome.summary());
            assertThat(outcome.isGood()).as(outcome.verdict()).isTrue();
            assertThat(outcome.tally().grants()).isGreaterThan(20);
        } while (!outcome.felt() && ++rounds < MOST_ROUNDS);
        assertThat(outcome.felt())
                .as("the fault is felt in one of " + MOST_ROUNDS + " rounds of " + outcome.verdict())
                .isTrue();
    }

    /** Runs what is wrong, and looks whether that is seen: it may need a moment that not every round has. */
    static void convicts(Controls.Control control, Stage stage) {
        boolean convicted = false;
        for (int round = 0; round < MOST_ROUNDS && !convicted; round++) {
            Outcome outcome = Round.run(control.cell(), seed(), stage, control.labour());
            System.out.println(outcome.summary() + ": " + outcome.verdict());
            convicted = control.isConvicted(outcome);
        }
        assertThat(convicted)
                .as("convicted of one of " + control.guilty() + " in " + MOST_ROUNDS + " rounds")
                .isTrue();
    }

    private static long seed() {
        return ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE);
    }
}
