package io.holdfast.simulation;

import io.holdfast.history.Event;
import io.holdfast.simulation.time.VirtualTime;
import java.util.ArrayList;
import java.util.List;

/** Writes the history of a world. */
final class Recorder {

    private final VirtualTime time;
    private final Trace trace;
    private final List<Event> events = new ArrayList<>();

    /**
     * A recorder.
     *
     * @param time the time of the world
     * @param trace hears each event in words
     */
    Recorder(VirtualTime time, Trace trace) {
        this.time = time;
        this.trace = trace;
    }

    void record(String client, Event.Type type, String lock, String id, long token, long left, String detail) {
        Event event = new Event(time.elapsed(), client, type, lock, id, token, left, detail);
        events.add(event);
        trace.say(() -> "%-8s %-10s %s %s%s%s %s"
                .formatted(
                        client,
                        type,
                        lock,
                        id,
                        token == 0 ? "" : " token " + token,
                        left == 0 ? "" : " left %.6f".formatted(left / 1e9),
                        detail));
    }

    void note(Event.Type type, String detail) {
        record("", type, "", "", 0, 0, detail);
    }

    void of(String client, Event.Type type, String detail) {
        record(client, type, "", "", 0, 0, detail);
    }

    List<Event> events() {
        return events;
    }
}
