package io.holdfast.cli.child;

import java.time.Duration;
import java.util.Optional;

/**
 * When a command under a lock is stopped.
 *
 * @param onLost what becomes of it when the lock is lost
 * @param grace how long it has from the word to end until it is killed
 * @param margin how long before the lock's end it has to be gone
 * @param maxHold after what time it is stopped in any case, if at all
 */
public record Rules(OnLost onLost, Duration grace, Duration margin, Optional<Duration> maxHold) {

    private static final Duration LONGEST_GRACE = Duration.ofSeconds(5);
    private static final Duration SHORTEST_MARGIN = Duration.ofMillis(50);
    private static final Duration LONGEST_MARGIN = Duration.ofMillis(500);

    /**
     * {@return how long a command has from the word to end until it is killed, if nothing is said}
     *
     * @param lease the lock's lease
     */
    public static Duration graceFor(Duration lease) {
        return shorter(lease.dividedBy(4), LONGEST_GRACE);
    }

    /**
     * {@return how long before a lock's end a command has to be gone}
     *
     * @param lease the lock's lease
     */
    public static Duration marginFor(Duration lease) {
        Duration share = shorter(lease.dividedBy(50), LONGEST_MARGIN);
        return share.compareTo(SHORTEST_MARGIN) < 0 ? SHORTEST_MARGIN : share;
    }

    /** {@return with how much left of the lock the command is stopped: there must be time for the grace} */
    Duration stopAt() {
        return onLost == OnLost.TERM ? grace.plus(margin) : margin;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
