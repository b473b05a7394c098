package io.holdfast.faults;

import org.junit.jupiter.api.Test;

/** One server that breaks, and what holds all the same. */
class SingleMatrixTest extends MatrixTest {

    SingleMatrixTest() {
        super(Topology.SINGLE);
    }

    @Test
    void aNaiveLockIsConvictedWhenItsHolderStandsStill() {
        CellTests.convicts(Controls.naive(), stage());
    }
}
