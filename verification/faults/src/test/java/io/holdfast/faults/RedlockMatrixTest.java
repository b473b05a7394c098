package io.holdfast.faults;

/** Some of five masters that break, and what holds all the same. */
class RedlockMatrixTest extends MatrixTest {

    RedlockMatrixTest() {
        super(Topology.REDLOCK);
    }
}
