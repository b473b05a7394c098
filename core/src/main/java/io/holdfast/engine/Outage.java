package io.holdfast.engine;

import io.holdfast.HoldfastException;
import org.jspecify.annotations.Nullable;

/**
 * How long a cohort has not been able to reach the store. Those who wait are not disturbed by a short one. Guarded by
 * the cohort's lock.
 */
final class Outage {

    private final long patience;
    private @Nullable Throwable last;
    private long since;
    private int failures;

    Outage(long patience) {
        this.patience = patience;
    }

    void end() {
        last = null;
        failures = 0;
    }

    /** Takes in a failure, and says whether there have been nothing but failures for too long. */
    boolean isTooLong(Throwable error, long now) {
        if (last == null) {
            since = now;
        }
        if (last != error) {
            failures++;
        }
        last = error;
        return now - since >= patience;
    }

    /** For how long to leave the store alone after the failures so far. */
    long pause(Engine engine) {
        return engine.backoff(failures);
    }

    @Nullable
    HoldfastException exception(Failures failures, String lock) {
        return last == null ? null : failures.of(lock, last);
    }
}
