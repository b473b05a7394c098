package io.holdfast.faults;

import java.util.HashMap;
import java.util.Map;

/**
 * What shows that a fault was felt.
 *
 * @param tally what clients were told
 * @param risks how often a lease was at risk
 * @param counters by how much the numbers that servers keep have grown
 */
record Evidence(Tally tally, long risks, Map<String, Long> counters) {

    /** {@return whether any client noticed} */
    boolean isTold() {
        return tally.losses() + tally.refusals() + tally.unconfirmed() + risks > 0;
    }

    /** {@return whether any lease was lost} */
    boolean hasLosses() {
        return tally.losses() > 0;
    }

    /** {@return whether a client died} */
    boolean hasDeaths() {
        return tally.deaths() > 0;
    }

    /** {@return whether clients have connected again} */
    boolean hasReconnects() {
        return grown("total_connections_received") > 3;
    }

    /** {@return whether servers have elected a leader} */
    boolean hasElections() {
        return grown(ConsensusSite.TERM) > 0;
    }

    /** {@return true: of some faults clients need not notice anything, as long as work goes on} */
    boolean isEnough() {
        return tally.grants() > 0;
    }

    /** {@return by how much a number that servers keep has grown} */
    long grown(String counter) {
        return counters.getOrDefault(counter, 0L);
    }

    static Map<String, Long> growth(Map<String, Long> before, Map<String, Long> after) {
        Map<String, Long> growth = new HashMap<>();
        after.forEach((name, value) -> growth.put(name, Math.max(0, value - before.getOrDefault(name, 0L))));
        return growth;
    }
}
