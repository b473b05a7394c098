package io.holdfast.history;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A history, with what belongs together put together. */
final class Story {

    /** A stretch of time. */
    record Span(long from, long to) {

        long length() {
            return to - from;
        }

        boolean meets(Span other) {
            return from <= other.to && other.from <= to;
        }
    }

    private static final long BEFORE = Duration.ofHours(1).toNanos();

    final List<Event> events;
    final Map<String, Holding> holdings = new LinkedHashMap<>();
    final Map<String, List<Holding>> byLock = new LinkedHashMap<>();
    final Map<String, List<Event>> writes = new LinkedHashMap<>();
    final List<Event> left = new ArrayList<>();
    final List<Violation> nonsense = new ArrayList<>();

    /** When all was well. */
    final List<Span> calm = new ArrayList<>();

    private final Map<String, List<Span>> pauses = new HashMap<>();
    private final Map<String, Event> deaths = new HashMap<>();

    Story(List<Event> unordered) {
        // Those of the same moment stay as they are: where there is one recorder, that is their order.
        events = unordered.stream().sorted(Comparator.comparingLong(Event::at)).toList();
        Map<String, Long> paused = new HashMap<>();
        long end = events.isEmpty() ? 0 : events.get(events.size() - 1).at();
        // At first all is well, and nothing has to recover.
        Long calmSince = events.isEmpty() ? null : Long.valueOf(events.get(0).at() - BEFORE);
        for (int place = 0; place < events.size(); place++) {
            Event event = events.get(place);
            switch (event.type()) {
                case PAUSED -> paused.putIfAbsent(event.client(), event.at());
                case RESUMED -> {
                    Long since = paused.remove(event.client());
                    if (since != null) {
                        pause(event.client(), new Span(since, event.at()));
                    }
                }
                case DIED -> deaths.put(event.client(), event);
                case BROKEN -> {
                    if (calmSince != null) {
                        calm.add(new Span(calmSince, event.at()));
                    }
                    calmSince = null;
                }
                case CALM -> calmSince = calmSince == null ? Long.valueOf(event.at()) : calmSince;
                case LEFT -> left.add(event);
                case WRITTEN ->
                    writes.computeIfAbsent(event.lock(), lock -> new ArrayList<>())
                            .add(event);
                case REJECTED -> {}
                case ASKED -> ask(event, place);
                default -> happens(event, place);
            }
        }
        paused.forEach((client, since) -> pause(client, new Span(since, Long.MAX_VALUE)));
        if (calmSince != null) {
            calm.add(new Span(calmSince, end));
        }
    }

    private void pause(String client, Span span) {
        pauses.computeIfAbsent(client, none -> new ArrayList<>()).add(span);
    }

    private void ask(Event event, int place) {
        Holding holding = new Holding(event, place);
        if (holdings.putIfAbsent(event.id(), holding) != null) {
            nonsense.add(new Violation(Rule.NONSENSE, "two requests have the same id", List.of(event)));
            return;
        }
        byLock.computeIfAbsent(event.lock(), lock -> new ArrayList<>()).add(holding);
    }

    private void happens(Event event, int place) {
        Holding holding = holdings.get(event.id());
        if (holding == null) {
            if (event.type() != Event.Type.RENEWED) {
                nonsense.add(new Violation(Rule.NONSENSE, "nobody asked for this", List.of(event)));
            }
            return;
        }
        switch (event.type()) {
            case GRANTED -> {
                if (holding.granted != null || holding.denied != null) {
                    nonsense.add(new Violation(Rule.NONSENSE, "a request ended twice", List.of(holding.asked, event)));
                    return;
                }
                holding.granted = event;
                holding.grantedPlace = place;
                holding.extend(event);
            }
            case DENIED -> {
                if (holding.granted != null || holding.denied != null) {
                    nonsense.add(new Violation(Rule.NONSENSE, "a request ended twice", List.of(holding.asked, event)));
                }
                holding.denied = event;
            }
            case VALID -> {
                holding.lastValid = event;
                holding.lastValidPlace = place;
                holding.extend(event);
                if (holding.lost != null || holding.releasing != null) {
                    nonsense.add(new Violation(Rule.REVIVED, "a lease was valid after its end", endOf(holding, event)));
                }
            }
            case RENEWED -> {
                if (holding.released != null || holding.lost != null) {
                    nonsense.add(
                            new Violation(Rule.REVIVED, "a lease was renewed after its end", endOf(holding, event)));
                } else if (event.left() > 0) {
                    holding.extend(event);
                }
            }
            case LOST -> holding.lost = holding.lost == null ? event : holding.lost;
            case RELEASING -> holding.releasing = holding.releasing == null ? event : holding.releasing;
            case RELEASED -> holding.released = holding.released == null ? event : holding.released;
            default -> throw new IllegalStateException(event.line());
        }
    }

    private static List<Event> endOf(Holding holding, Event after) {
        Event end = holding.end();
        return end == null ? List.of(after) : List.of(end, after);
    }

    @Nullable
    Event deathOf(Holding holding) {
        return deaths.get(holding.asked.client());
    }

    /** {@return whether a client stood still, or died, at any moment of that time} */
    boolean wasDisturbed(String client, Span span) {
        Event death = deaths.get(client);
        return (death != null && death.at() <= span.to)
                || pauses.getOrDefault(client, List.of()).stream().anyMatch(span::meets);
    }
}
