package io.holdfast.faults;

import io.holdfast.history.Event;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How often what was seen in a round, or in many.
 *
 * @param grants leases
 * @param losses leases that were lost
 * @param refusals requests that failed for another reason than that the lock was busy
 * @param unconfirmed releases of which nobody knows
 * @param written writes that were taken
 * @param rejected writes that were refused
 * @param deaths clients that were killed
 * @param longest the longest time from asking to having, all of it while nothing was broken, in nanoseconds
 */
record Tally(
        long grants,
        long losses,
        long refusals,
        long unconfirmed,
        long written,
        long rejected,
        long deaths,
        long longest) {

    static final Tally NONE = new Tally(0, 0, 0, 0, 0, 0, 0, 0);

    /**
     * Counts.
     *
     * @param events in the order of their times
     * @param recovery how long after something was broken waiting does not count
     */
    static Tally of(List<Event> events, Duration recovery) {
        Map<Event.Type, Long> counts = new HashMap<>();
        long refusals = 0;
        long unconfirmed = 0;
        long wait = 0;
        boolean broken = false;
        long calm = Long.MIN_VALUE;
        Map<String, Long> asked = new HashMap<>();
        for (Event event : events) {
            counts.merge(event.type(), 1L, Long::sum);
            switch (event.type()) {
                case BROKEN -> broken = true;
                case CALM -> {
                    calm = broken ? event.at() + recovery.toNanos() : calm;
                    broken = false;
                }
                case ASKED -> asked.put(event.id(), event.at());
                case GRANTED -> {
                    Long since = asked.get(event.id());
                    if (since != null && !broken && since > calm) {
                        wait = Math.max(wait, event.at() - since);
                    }
                }
                case DENIED -> refusals += event.detail().matches("(?s)(busy|interrupted|HoldfastClosed).*") ? 0 : 1;
                case RELEASED -> unconfirmed += event.detail().equals("UNCONFIRMED") ? 1 : 0;
                default -> {}
            }
        }
        return new Tally(
                counts.getOrDefault(Event.Type.GRANTED, 0L),
                counts.getOrDefault(Event.Type.LOST, 0L),
                refusals,
                unconfirmed,
                counts.getOrDefault(Event.Type.WRITTEN, 0L),
                counts.getOrDefault(Event.Type.REJECTED, 0L),
                counts.getOrDefault(Event.Type.DIED, 0L),
                wait);
    }

    /** {@return both together} */
    Tally plus(Tally other) {
        return new Tally(
                grants + other.grants,
                losses + other.losses,
                refusals + other.refusals,
                unconfirmed + other.unconfirmed,
                written + other.written,
                rejected + other.rejected,
                deaths + other.deaths,
                Math.max(longest, other.longest));
    }
}
