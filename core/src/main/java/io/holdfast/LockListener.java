package io.holdfast;

/** Hears what happens to the locks of a client: for metrics, logs and alarms. */
@FunctionalInterface
public interface LockListener {

    /**
     * Hears of an event. Called on the client's executor, one event at a time, in the order in which they happened to
     * each lock; what it throws is logged.
     *
     * @param event what happened
     */
    void onEvent(LockEvent event);
}
