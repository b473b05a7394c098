package io.holdfast.cli.demo;

import java.time.Duration;
import java.util.List;

/**
 * What came of a round.
 *
 * @param round the way it was sold
 * @param stock how many there were
 * @param left how many there are according to the stock
 * @param sales how many each worker sold
 * @param time how long it took
 */
record Result(Round round, int stock, int left, List<Integer> sales, Duration time) {

    int sold() {
        return sales.stream().mapToInt(Integer::intValue).sum();
    }

    int oversold() {
        return Math.max(0, sold() - stock);
    }

    boolean isExact() {
        return sold() == stock && left == 0;
    }
}
