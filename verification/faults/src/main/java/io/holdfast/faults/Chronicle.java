package io.holdfast.faults;

import io.holdfast.history.Event;
import java.util.ArrayList;
import java.util.List;

/** What is seen from outside of the clients. */
final class Chronicle {

    private static final String NOBODY = "-";

    private final List<Event> events = new ArrayList<>();

    synchronized void add(Event event) {
        events.add(event);
    }

    /** Notes what happens to everybody. */
    void add(Event.Type type, String detail) {
        add(NOBODY, type, detail);
    }

    /** Notes what happens to a client. */
    void add(String client, Event.Type type, String detail) {
        add(new Event(System.nanoTime(), client, type, "", "", 0, 0, detail));
    }

    synchronized List<Event> events() {
        return List.copyOf(events);
    }
}
