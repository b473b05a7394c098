package io.holdfast.faults;

import java.util.function.Predicate;

/**
 * A fault at a topology, and what is promised there. Tokens hold in every cell.
 *
 * @param topology where
 * @param name what breaks
 * @param exclusion whether no two may hold at once
 * @param reason why they may, or why not
 * @param rhythm how often and for how long it breaks
 * @param fault how it breaks
 * @param felt what shows that it did
 * @param cut whether it concerns the network of one client
 * @param keysStay whether keys of locks may stay behind, for as long as a clock was off
 * @param rare whether it is left to soaks and replays, and no part of each build
 */
record Cell(
        Topology topology,
        String name,
        boolean exclusion,
        String reason,
        Rhythm rhythm,
        Fault fault,
        Predicate<Evidence> felt,
        boolean cut,
        boolean keysStay,
        boolean rare) {

    /** {@return a cell in which exclusion holds} */
    static Cell exclusive(
            Topology topology, String name, String reason, Rhythm rhythm, Fault fault, Predicate<Evidence> felt) {
        return new Cell(topology, name, true, reason, rhythm, fault, felt, false, false, false);
    }

    /** {@return a cell in which exclusion may be lost} */
    static Cell mayBeLost(
            Topology topology, String name, String reason, Rhythm rhythm, Fault fault, Predicate<Evidence> felt) {
        return new Cell(topology, name, false, reason, rhythm, fault, felt, false, false, false);
    }

    /** {@return the same, with one client that can be cut off} */
    Cell withNetwork() {
        return new Cell(topology, name, exclusion, reason, rhythm, fault, felt, true, keysStay, rare);
    }

    /** {@return the same, but keys may stay behind} */
    Cell withLastingKeys() {
        return new Cell(topology, name, exclusion, reason, rhythm, fault, felt, cut, true, rare);
    }

    /** {@return the same, but only for soaks and replays} */
    Cell rarely() {
        return new Cell(topology, name, exclusion, reason, rhythm, fault, felt, cut, keysStay, true);
    }

    /** {@return its name, without spaces: for a command line} */
    String id() {
        return topology + "/" + name.replace(" %", "%").replace(' ', '-');
    }

    /** {@return the command that runs it with a seed} */
    String replay(long seed) {
        return "./verify --replay " + id() + " " + seed;
    }

    /** {@return what is promised, in words} */
    String promise() {
        return exclusion ? "EXCLUSION" : "MAY BE LOST (" + reason + ")";
    }

    @Override
    public String toString() {
        return topology + " × " + name + ": " + promise();
    }
}
