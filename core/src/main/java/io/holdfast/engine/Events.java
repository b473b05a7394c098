package io.holdfast.engine;

import io.holdfast.LockEvent;
import io.holdfast.LockListener;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
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
    private final Executor executor;
    private final Queue<LockEvent> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger untold = new AtomicInteger();

    Events(List<LockListener> listeners, LockListener flightRecorder, Executor executor) {
        this.listeners = List.copyOf(listeners);
        this.flightRecorder = flightRecorder;
        this.executor = executor;
    }

    void record(LockEvent.Kind kind, String lock, String owner, long token, long tookNanos) {
        LockEvent event = new LockEvent(kind, lock, owner, token, Duration.ofNanos(Math.max(0, tookNanos)));
        flightRecorder.onEvent(event);
        if (!listeners.isEmpty()) {
            queue.add(event);
        }
    }

    void flush() {
        if (!queue.isEmpty() && untold.getAndIncrement() == 0) {
            executor.execute(this::tell);
        }
    }

    private void tell() {
        int seen;
        do {
            seen = untold.get();
            for (LockEvent event = queue.poll(); event != null; event = queue.poll()) {
                for (LockListener listener : listeners) {
                    tell(listener, event);
                }
            }
        } while (!untold.compareAndSet(seen, 0));
    }

    private static void tell(LockListener listener, LockEvent event) {
        try {
            listener.onEvent(event);
        } catch (RuntimeException | Error e) {
            log.error("A lock listener threw at {}; nothing else is affected by that.", event, e);
        }
    }
}
