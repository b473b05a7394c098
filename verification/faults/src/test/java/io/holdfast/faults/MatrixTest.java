package io.holdfast.faults;

import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/** Breaks one topology in all the ways that there are for it, on one stage. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class MatrixTest {

    private final Topology topology;
    private Stage stage;

    MatrixTest(Topology topology) {
        this.topology = topology;
    }

    @BeforeAll
    void open() {
        stage = Stage.open(topology);
    }

    @AfterAll
    void close() {
        stage.close();
    }

    Stage stage() {
        return stage;
    }

    @TestFactory
    Stream<DynamicTest> cells() {
        return CellTests.of(stage);
    }
}
