package io.holdfast.faults;

import io.holdfast.history.Event;
import java.util.concurrent.TimeUnit;

/** A thread that notices when its process did not run, for whatever reason, and tells of it as of a pause. */
final class Hiccups implements Runnable {

    private static final long SLEEP_MILLIS = 20;
    private static final long LONG_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final EventLog log;

    Hiccups(EventLog log) {
        this.log = log;
    }

    /** Runs until it is interrupted. */
    @Override
    public void run() {
        long before = System.nanoTime();
        boolean goesOn = true;
        while (goesOn) {
            goesOn = sleeps();
            long now = System.nanoTime();
            if (now - before > LONG_NANOS) {
                log.write(before, Event.Type.PAUSED, "", "", 0, 0, "hiccup");
                log.write(now, Event.Type.RESUMED, "", "", 0, 0, "hiccup");
            }
            before = now;
        }
    }

    private static boolean sleeps() {
        try {
            Thread.sleep(SLEEP_MILLIS);
            return true;
        } catch (InterruptedException end) {
            return false;
        }
    }
}
