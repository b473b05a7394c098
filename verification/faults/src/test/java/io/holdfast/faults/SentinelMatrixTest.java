package io.holdfast.faults;

import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** A master with replicas and Sentinels that breaks, and what holds all the same. */
class SentinelMatrixTest {

    private static Stage stage;

    @BeforeAll
    static void open() {
        stage = Stage.open(Topology.SENTINEL);
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
    void tokensFromACounterAreConvictedWhenAFailoverLosesTheTail() {
        CellTests.convicts(Controls.counted(), stage);
    }
}
