package io.holdfast.faults;

import io.holdfast.history.Violation;
import java.nio.file.Path;
import java.util.List;

/**
 * What a round was like.
 *
 * @param cell what was broken where
 * @param seed of its schedule, and of what the clients did
 * @param tally what was seen
 * @param felt whether the fault was felt: if not, the round proves nothing
 * @param overlaps how often two held at once
 * @param violations promises that were broken
 * @param complaints what else was not as it should be
 * @param history the file with all that was seen
 */
record Outcome(
        Cell cell,
        long seed,
        Tally tally,
        boolean felt,
        long overlaps,
        List<Violation> violations,
        List<String> complaints,
        Path history) {

    boolean isGood() {
        return violations.isEmpty() && complaints.isEmpty();
    }

    /** {@return what is wrong, with the command that does it again} */
    String verdict() {
        StringBuilder text =
                new StringBuilder(cell + "\nseed " + seed + "; again: " + cell.replay(seed) + "\nhistory: " + history);
        complaints.forEach(complaint -> text.append("\n  ").append(complaint));
        violations.stream().limit(5).forEach(violation -> text.append("\n  ").append(violation));
        if (violations.size() > 5) {
            text.append("\n  … and ").append(violations.size() - 5).append(" more");
        }
        return text.toString();
    }

    /** {@return what was seen, in a line} */
    String summary() {
        return "%s, seed %d: %d grants, %d lost, %d unavailable, %d written, %d rejected, longest calm wait %d ms%s"
                .formatted(
                        cell.id(),
                        seed,
                        tally.grants(),
                        tally.losses(),
                        tally.refusals(),
                        tally.written(),
                        tally.rejected(),
                        tally.longest() / 1_000_000,
                        (felt ? "" : ", not felt") + (overlaps == 0 ? "" : ", exclusion lost " + overlaps + " times"));
    }
}
