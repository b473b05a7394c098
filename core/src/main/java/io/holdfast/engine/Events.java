package io.holdfast.engine;

import io.holdfast.LockEvent;
import io.holdfast.LockListener;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells listeners, and the flight recorder, what happens.
 *
 * <p>Recording only puts an event into a queue, so that it may be done under a lock and keeps the order in which things
 * happened; {@link #flush()}, which must not, has the listeners told, on the executor and one event at a time.
 */
final class Events {

    private static final Logger log = LoggerFactory.getLogger(Events.class);

    private final List<LockListener> listeners;
    private final LockListener flightRecorder;
    private final Sequence sequence;

    Events(List<LockListener> listeners, LockListener flightRecorder, Executor executor) {
        this.listeners = List.copyOf(listeners);
        this.flightRecorder = flightRecorder;
        this.sequence = new Sequence(executor);
    }

    void record(LockEvent.Kind kind, String lock, String owner, long token, long tookNanos) {
        LockEvent event = new LockEvent(kind, lock, owner, token, Duration.ofNanos(Math.max(0, tookNanos)));
        flightRecorder.onEvent(event);
        if (!listeners.isEmpty()) {
            sequence.add(() -> tell(event));
        }
    }

    void flush() {
        sequence.flush();
    }

    private void tell(LockEvent event) {
        for (LockListener listener : listeners) {
            tell(listener, event);
        }
    }

    private static void tell(LockListener listener, LockEvent event) {
        try {
            listener.onEvent(event);
        } catch (RuntimeException | Error e) {
            log.error("A lock listener threw at {}; nothing else is affected by that.", event, e);
        }
    }
}
