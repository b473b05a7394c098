package io.holdfast.engine;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Until when a grant may be relied upon, as known from one answer of the store.
 *
 * @param since when the request was sent that the store answered
 * @param span how long the store said it would keep the claim, from then on
 * @param deadline when the holder has to stop, by the monotonic clock: the span less an allowance for drift
 */
record Validity(Stamp since, long span, long deadline) {

    private static final Duration LONGEST = Duration.ofDays(36_500);

    static Validity of(Stamp sent, Duration validFor) {
        long span = nanos(validFor);
        return new Validity(sent, span, sent.nanos() + span - drift(span));
    }

    /**
     * What may be relied upon after this newer word of the store. It was true at some moment between the request and
     * the answer, so a slow answer that only looked may seem to leave less than there is: an older word then stands,
     * unless the newer one contradicts it.
     *
     * @param older the word before
     * @param answered when the answer to the newer one was there
     */
    Validity after(@Nullable Validity older, long answered) {
        boolean stands = older != null
                && older.deadline - deadline > 0
                && older.deadline - (answered + span) <= 0
                && !older.doubtful(since);
        return stands ? requireNonNull(older) : this;
    }

    /** A duration that a store gave, as nanoseconds; what is not a sensible number is brought within bounds. */
    static long nanos(Duration given) {
        return given.isNegative() ? 0 : given.compareTo(LONGEST) > 0 ? LONGEST.toNanos() : given.toNanos();
    }

    /** How much of a time is not to be relied upon, since no two clocks run alike: 1 % and 2 ms. */
    static long drift(long nanos) {
        return nanos / 100 + 2_000_000;
    }

    long remaining(long now) {
        return deadline - now;
    }

    boolean over(long now) {
        return remaining(now) <= 0;
    }

    /** Whether the clocks moved apart since: then the monotonic clock may have stood still and proves nothing. */
    boolean doubtful(Stamp now) {
        return Math.abs(now.gap() - since.gap()) > drift(span);
    }

    boolean holds(Stamp now) {
        return !over(now.nanos()) && !doubtful(now);
    }

    /** When the store itself lets go, at the latest as this client can know it. */
    long expiry() {
        return since.nanos() + span;
    }
}
