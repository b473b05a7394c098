package io.holdfast.faults;

import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** One server that breaks, and what holds all the same. */
class SingleMatrixTest {

    private static Stage stage;

    @BeforeAll
    static void open() {
        stage = Stage.open(Topology.SINGLE);
    }

    @AfterAll
    static void close() {
        stage.close();
    }

    @TestFactory
    Stream<DynamicTest> cells() {
        return CellTests.of(stage);
    }

    @Test
    void aNaiveLockIsConvictedWhenItsHolderStandsStill() {
        CellTests.convicts(Controls.naive(), stage);
    }
}
