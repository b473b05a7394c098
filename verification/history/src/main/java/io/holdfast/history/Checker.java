package io.holdfast.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Looks for broken promises in a history.
 *
 * <p>It convicts only for what is certain: a lease counts as valid between its grant and the last time that it said so; a
 * token counts as given between the request and its answer; what has no answer is open for ever.
 */
public final class Checker {

    /** How exact the clocks of a history are to each other. */
    private static final long GRAIN_NANOS = 2_000;

    private final Promises promises;

    /**
     * Looks for these.
     *
     * @param promises what is promised
     */
    public Checker(Promises promises) {
        this.promises = promises;
    }

    /**
     * {@return what was broken; empty if all was kept}
     *
     * @param events the history, in the order of time, or of each recorder's if their clock is the same
     */
    public List<Violation> check(List<Event> events) {
        Story story = new Story(events);
        List<Violation> found = new ArrayList<>(story.nonsense);
        for (List<Holding> holdings : story.byLock.values()) {
            found.addAll(Tokens.check(holdings, promises.exclusion()));
            if (promises.exclusion()) {
                exclusion(holdings, found);
                if (promises.keeps()) {
                    holdings.forEach(holding -> robbed(story, holding, found));
                }
                lockDelay(holdings, found);
            }
            found.addAll(new Waiting(story, promises).check(holdings));
        }
        story.holdings.values().forEach(holding -> untold(story, holding, found));
        story.holdings.values().forEach(holding -> unfinished(story, holding, found));
        story.writes.values().forEach(writes -> staleWrites(story, writes, found));
        story.left.forEach(event -> found.add(new Violation(Rule.LEFT, event.detail(), List.of(event))));
        return found;
    }

    /** Goes through the leases of a lock in the order of their grants, with those at hand that are still valid then. */
    private void exclusion(List<Holding> holdings, List<Violation> found) {
        PriorityQueue<Holding> valid = new PriorityQueue<>(Comparator.comparingInt(holding -> holding.lastValidPlace));
        int units = 0;
        for (Holding next : inOrderOfGrants(holdings)) {
            while (!valid.isEmpty() && valid.element().lastValidPlace < next.grantedPlace) {
                units -= valid.remove().demand.units();
            }
            for (Holding other : valid) {
                boolean excluded = next.demand.exclusive() || other.demand.exclusive();
                if (excluded || units + next.demand.units() > next.demand.capacity()) {
                    found.add(new Violation(
                            Rule.EXCLUSION,
                            next + " was granted the lock while " + other + " was valid",
                            story(other, next)));
                    break;
                }
            }
            if (promises.epochs() && next.demand.isReader()) {
                valid.stream()
                        .filter(other -> other.demand.isReader() && other.token() != next.token())
                        .findFirst()
                        .ifPresent(other -> found.add(new Violation(
                                Rule.EPOCHS,
                                next + " reads beside " + other + " in another epoch",
                                story(other, next))));
            }
            valid.add(next);
            units += next.demand.units();
        }
    }

    static List<Holding> inOrderOfGrants(List<Holding> holdings) {
        return holdings.stream()
                .filter(Holding::wasValid)
                .sorted(Comparator.comparingInt(holding -> holding.grantedPlace))
                .toList();
    }

    static List<Event> story(Holding... holdings) {
        List<Event> events = new ArrayList<>();
        for (Holding each : holdings) {
            events.add(each.asked);
            if (each.granted != null) {
                events.add(each.granted);
            }
            if (each.lastValid != null) {
                events.add(each.lastValid);
            }
            if (each.lost != null) {
                events.add(each.lost);
            }
            if (each.releasing != null) {
                events.add(each.releasing);
            }
        }
        events.sort(Comparator.comparingLong(Event::at));
        return events;
    }

    /** Before its deadline nobody takes a lease from its holder. */
    private static void robbed(Story story, Holding holding, List<Violation> found) {
        Event told = holding.lost;
        if (told == null
                && holding.released != null
                && holding.released.detail().equals("LOST")) {
            told = holding.released;
        }
        if (told != null
                && told.at() < holding.deadline - GRAIN_NANOS
                && !story.wasDisturbed(told.client(), new Story.Span(holding.asked.at(), told.at()))) {
            found.add(new Violation(
                    Rule.ROBBED,
                    holding + " was lost " + (holding.deadline - told.at()) / 1000 + " µs before its deadline",
                    List.of(holding.asked, told)));
        }
    }

    /** After a loss the lock stays closed. What was given back in good order, or may have been, opens it at once. */
    private static void lockDelay(List<Holding> holdings, List<Violation> found) {
        Holding before = null;
        for (Holding next : inOrderOfGrants(holdings)) {
            long opens =
                    before == null ? 0 : before.deadline + before.demand.delay().toNanos();
            if (before != null
                    && before.releasing == null
                    && before.demand.delay().toNanos() > 0
                    && next.demand.exclusive()
                    && next.granted != null
                    && next.granted.at() < opens - GRAIN_NANOS) {
                found.add(new Violation(
                        Rule.LOCK_DELAY,
                        next + " was granted the lock within the lock delay of " + before,
                        story(before, next)));
            }
            before = next.demand.exclusive() ? next : null;
        }
    }

    /** A holder that has not begun to give its lease back, and did not stand still, hears of its loss by the deadline. */
    private void untold(Story story, Holding holding, List<Violation> found) {
        if (!holding.isGranted()) {
            return;
        }
        long latest = holding.deadline + promises.late().toNanos();
        Event end = holding.end();
        long ended = end != null
                ? end.at()
                : story.events.get(story.events.size() - 1).at();
        if (ended > latest && !story.wasDisturbed(holding.asked.client(), new Story.Span(holding.asked.at(), ended))) {
            found.add(new Violation(
                    Rule.LOSS_UNTOLD,
                    holding + " was not told of its loss within " + promises.late() + " of its deadline",
                    story(holding)));
        }
    }

    /** A release ends, unless its client does. */
    private static void unfinished(Story story, Holding holding, List<Violation> found) {
        Event begun = holding.releasing;
        long end = story.events.get(story.events.size() - 1).at();
        if (begun != null
                && holding.released == null
                && !story.wasDisturbed(begun.client(), new Story.Span(begun.at(), end))) {
            found.add(new Violation(Rule.NONSENSE, "a release never ended", List.of(holding.asked, begun)));
        }
    }

    private static void staleWrites(Story story, List<Event> writes, List<Violation> found) {
        Map<String, Event> displaced = new HashMap<>();
        Event before = null;
        for (Event write : writes) {
            Holding holding = story.holdings.get(write.id());
            if (holding == null || !holding.demand.exclusive()) {
                continue;
            }
            if (before != null && !before.id().equals(write.id())) {
                displaced.put(before.id(), write);
            }
            Event by = displaced.get(write.id());
            if (by != null) {
                found.add(new Violation(
                        Rule.STALE_WRITE,
                        write.id() + " wrote after " + by.id() + " had written",
                        List.of(holding.asked, by, write)));
            }
            before = write;
        }
    }
}
