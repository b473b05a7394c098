package io.holdfast.history;

import io.holdfast.history.Story.Span;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Whether those who wait are served in time, and in their order. */
final class Waiting {

    /** For how long one who waits and has died counts as living. */
    private static final long SILENCE = Duration.ofSeconds(3).toNanos();

    private final Story story;
    private final Promises promises;

    Waiting(Story story, Promises promises) {
        this.story = story;
        this.promises = promises;
    }

    List<Violation> check(List<Holding> holdings) {
        List<Violation> found = new ArrayList<>();
        served(holdings, found);
        promises.overtaking().ifPresent(time -> ordered(holdings, time.toNanos(), found));
        return found;
    }

    /** Finds the stretches in which nobody can have had any of the lock, and those who waited through one. */
    private void served(List<Holding> holdings, List<Violation> found) {
        for (Span gap : gaps(holdings)) {
            for (Span calm : story.calm) {
                long from =
                        Math.max(gap.from(), calm.from() + promises.recovery().toNanos());
                Span idle = new Span(from, Math.min(gap.to(), calm.to()));
                if (idle.length() > promises.soon().toNanos()) {
                    holdings.forEach(holding -> waited(holding, idle, found));
                }
            }
        }
    }

    private void waited(Holding holding, Span idle, List<Violation> found) {
        Span wait = waitOf(holding);
        Span vain = new Span(Math.max(wait.from(), idle.from()), Math.min(wait.to(), idle.to()));
        if (vain.length() > promises.soon().toNanos() && !story.wasDisturbed(holding.asked.client(), wait)) {
            found.add(new Violation(
                    Rule.WAITING,
                    holding + " waited for " + vain.length() / 1_000_000 + " ms and more for a lock that nobody had",
                    List.of(holding.asked)));
        }
    }

    private Span waitOf(Holding holding) {
        Event end = holding.granted != null ? holding.granted : holding.denied;
        return new Span(holding.asked.at(), end != null ? end.at() : lastMoment());
    }

    private long lastMoment() {
        return story.events.get(story.events.size() - 1).at();
    }

    /** {@return when nobody had anything of the lock, as far as that is certain} */
    private List<Span> gaps(List<Holding> holdings) {
        List<Span> taken = new ArrayList<>();
        for (Holding holding : holdings) {
            Event death = story.deathOf(holding);
            if (holding.demand.gathers()) {
                // It may hold this lock while it waits for others, and for as long as it did not give all of them back.
                Event end = holding.released != null ? holding.released : holding.denied;
                taken.add(new Span(holding.asked.at(), end != null ? end.at() : holding.occupiedUntil(death)));
            }
            if (holding.granted != null) {
                taken.add(new Span(holding.granted.at(), holding.occupiedUntil(death)));
            } else if (death != null && holding.denied == null) {
                // It may be granted the lock without knowing, for as long as nobody knows that it is dead.
                taken.add(new Span(holding.asked.at(), holding.occupiedUntil(death) + SILENCE));
            }
        }
        taken.sort(Comparator.comparingLong(Span::from));
        List<Span> gaps = new ArrayList<>();
        long free = story.events.get(0).at();
        for (Span span : taken) {
            if (span.from() > free) {
                gaps.add(new Span(free, span.from()));
            }
            free = Math.max(free, span.to());
        }
        gaps.add(new Span(free, lastMoment()));
        return gaps;
    }

    /**
     * Nobody who came much later is served before one who waits for a strictly ordered lock. All who wait in one client
     * have one place between them: whoever is the first of them when its turn comes is served.
     */
    private void ordered(List<Holding> holdings, long overtaking, List<Violation> found) {
        Map<String, List<Holding>> ofClient = holdings.stream()
                .filter(holding -> holding.demand.strict())
                .collect(Collectors.groupingBy(holding -> holding.asked.client()));
        List<Holding> granted = Checker.inOrderOfGrants(holdings).stream()
                .filter(holding -> holding.demand.strict())
                .toList();
        // From the end: the earliest of those who were served later must not have come long before.
        Holding earliest = null;
        for (int i = granted.size() - 1; i >= 0; i--) {
            Holding holding = granted.get(i);
            List<Holding> its = ofClient.getOrDefault(holding.asked.client(), List.of());
            if (earliest != null
                    && placeSince(holding, its) - earliest.asked.at() > overtaking
                    && !together(holding, earliest, overtaking)) {
                found.add(new Violation(
                        Rule.ORDER,
                        holding + " was served before " + earliest + ", who had waited for longer",
                        Checker.story(earliest, holding)));
            }
            boolean earlier = earliest == null || holding.asked.at() < earliest.asked.at();
            boolean again = holding.demand.exclusive() && hadIt(its, waitOf(holding));
            if (earlier && isSteady(holding) && !again) {
                earliest = holding;
            }
        }
    }

    /** {@return whether two may have been served in one step, and heard of it in any order} */
    private static boolean together(Holding first, Holding second, long overtaking) {
        return !first.demand.exclusive()
                && !second.demand.exclusive()
                && first.granted != null
                && second.granted != null
                && second.granted.at() - first.granted.at() <= overtaking;
    }

    /** {@return since when one's client may have had the place in which it was served} */
    private long placeSince(Holding holding, List<Holding> its) {
        long since = holding.asked.at();
        if (!holding.demand.exclusive()) {
            return since; // Each who shares a lock has a place of its own.
        }
        long served = Long.MIN_VALUE;
        for (int i = its.size() - 1; i >= 0; i--) {
            Holding other = its.get(i);
            if (!other.demand.exclusive()) {
                continue;
            }
            Span wait = waitOf(other);
            if (other.asked.at() < since && wait.to() >= since) {
                since = other.asked.at();
            }
            if (other.granted != null && other.grantedPlace < holding.grantedPlace) {
                served = Math.max(served, other.granted.at());
            }
        }
        return Math.max(since, served);
    }

    /** {@return whether a client had the lock at some moment of that time, and so had to queue up behind others} */
    private boolean hadIt(List<Holding> its, Span wait) {
        return its.stream()
                .anyMatch(other -> other.granted != null
                        && other.granted.at() < wait.to()
                        && other.occupiedUntil(story.deathOf(other)) >= wait.from());
    }

    /** {@return whether nothing went wrong around one while it waited} */
    private boolean isSteady(Holding holding) {
        Span wait = waitOf(holding);
        return !story.wasDisturbed(holding.asked.client(), wait)
                && story.calm.stream()
                        .anyMatch(calm ->
                                calm.from() + promises.recovery().toNanos() <= wait.from() && wait.to() <= calm.to());
    }
}
