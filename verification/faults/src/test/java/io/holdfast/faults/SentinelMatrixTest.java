package io.holdfast.faults;

import org.junit.jupiter.api.Test;

/** A master with replicas and Sentinels that breaks, and what holds all the same. */
class SentinelMatrixTest extends MatrixTest {

    SentinelMatrixTest() {
        super(Topology.SENTINEL);
    }

    @Test
    void tokensFromACounterAreConvictedWhenAFailoverLosesTheTail() {
        CellTests.convicts(Controls.counted(), stage());
    }
}
