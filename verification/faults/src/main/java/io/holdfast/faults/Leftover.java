package io.holdfast.faults;

import io.holdfast.history.Event;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/**
 * Something that clients should not leave when they close.
 *
 * @param what what it is
 * @param look finds it
 */
record Leftover(String what, Supplier<List<String>> look) {

    /** Longer than a lease after one that was handed over to nobody. */
    private static final Duration PATIENCE = Duration.ofSeconds(8);

    /** Waits for what will be gone in a moment, and tells what is left then. */
    void tell(Chronicle chronicle) {
        if (!Until.holds(PATIENCE, () -> look.get().isEmpty())) {
            chronicle.add(Event.Type.LEFT, what + ": " + look.get());
        }
    }
}
