package io.holdfast.faults;

import io.holdfast.history.Rule;
import java.util.List;
import java.util.Set;

/** Locks that are known to be wrong, each with a fault that shows it: the harness has to convict them. */
final class Controls {

    /**
     * One of them.
     *
     * @param labour how its clients work
     * @param cell what is broken
     * @param guilty promises of which it breaks one at least
     */
    record Control(String labour, Cell cell, Set<Rule> guilty) {

        /** {@return whether it was convicted} */
        boolean isConvicted(Outcome outcome) {
            return outcome.violations().stream().anyMatch(violation -> guilty.contains(violation.rule()));
        }
    }

    private Controls() {}

    /** {@return SET NX PX and DEL, and a holder that stood still for longer than its lease} */
    static Control naive() {
        return new Control("naive", cell(Topology.SINGLE, "client-stopped"), Set.of(Rule.EXCLUSION, Rule.STALE_WRITE));
    }

    /** {@return tokens from INCR, and a failover that loses the last of them} */
    static Control counted() {
        return new Control("incr", cell(Topology.SENTINEL, "failover-that-loses-the-tail"), Set.of(Rule.TOKENS));
    }

    static List<Control> all() {
        return List.of(naive(), counted());
    }

    private static Cell cell(Topology topology, String name) {
        return Matrix.cells(topology).stream()
                .filter(cell -> cell.id().equals(topology + "/" + name))
                .findFirst()
                .orElseThrow();
    }
}
