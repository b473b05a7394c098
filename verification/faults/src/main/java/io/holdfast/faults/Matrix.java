package io.holdfast.faults;

import java.util.List;
import java.util.stream.Stream;

/** All cells: what is broken where, and what has to hold all the same. */
final class Matrix {

    private Matrix() {}

    /** {@return all of them} */
    static List<Cell> cells() {
        return Stream.of(RedisMatrix.cells(), SqlMatrix.cells(), ConsensusMatrix.cells())
                .flatMap(List::stream)
                .toList();
    }

    /** {@return those of one topology} */
    static List<Cell> cells(Topology topology) {
        return cells().stream().filter(cell -> cell.topology() == topology).toList();
    }
}
