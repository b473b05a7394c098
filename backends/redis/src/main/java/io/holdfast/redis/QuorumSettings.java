package io.holdfast.redis;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What can be chosen about a quorum.
 *
 * @param common what can be chosen about every store in Redis
 * @param nodeTimeout how long to wait for one node's vote; if null, as long as suits the lease
 * @param shortestDelay how long at least to wait before asking again
 * @param longestDelay how long at most
 * @param tries how often one request asks when votes were split, so that nobody got the lock
 * @param failFast whether a request ends when there can be no majority any more, or hears all nodes
 * @param drift what is taken off the validity, as a part of the lease
 * @param quarantine for how long a node that restarted has no vote: a constant of the protocol, except in tests
 */
record QuorumSettings(
        Settings common,
        @Nullable Duration nodeTimeout,
        Duration shortestDelay,
        Duration longestDelay,
        int tries,
        boolean failFast,
        double drift,
        Duration quarantine) {

    /**
     * The longest lease, lock delay included, and for how long a node that restarted has no vote. It is not to be chosen:
     * a client that let a node vote sooner than another client's leases end would break that one's lock.
     */
    static final Duration LONGEST_LEASE = Duration.ofSeconds(60);

    /** How far a node's clock may be off the median of all. */
    static final Duration CLOCK_ALLOWANCE = Duration.ofSeconds(2);

    /** What the engine takes off by itself. */
    private static final double LEAST_DRIFT = 0.01;

    private static final double MOST_DRIFT = 0.5;

    private static final Duration FASTEST_NODE = Duration.ofMillis(5);
    private static final Duration SLOWEST_NODE = Duration.ofMillis(50);
    private static final int LEASE_TO_NODE = 200;
    static final int MOST_TRIES = 10;

    static final QuorumSettings DEFAULTS = new QuorumSettings(
            Settings.DEFAULTS,
            null,
            Duration.ofMillis(50),
            Duration.ofMillis(250),
            3,
            true,
            LEAST_DRIFT,
            LONGEST_LEASE);

    QuorumSettings {
        if (common.replicas() != 0 || common.mixedUse()) {
            throw new IllegalArgumentException("It has no meaning on a quorum, whose nodes stand alone");
        }
        if (nodeTimeout != null) {
            within("time-out of a node", nodeTimeout, Duration.ofMillis(1), LONGEST_LEASE);
        }
        within("shortest delay", shortestDelay, Duration.ofMillis(1), LONGEST_LEASE);
        within("longest delay", longestDelay, shortestDelay, LONGEST_LEASE);
        if (tries < 1 || tries > MOST_TRIES) {
            throw new IllegalArgumentException("The number of tries is from 1 to " + MOST_TRIES + ", not " + tries);
        }
        if (!(drift >= LEAST_DRIFT && drift <= MOST_DRIFT)) {
            throw new IllegalArgumentException("The drift is a part of the lease from 0.01 to 0.5, not " + drift);
        }
    }

    private static void within(String what, Duration time, Duration least, Duration most) {
        if (time.compareTo(least) < 0 || time.compareTo(most) > 0) {
            throw new IllegalArgumentException(
                    "The " + what + " must be between " + least + " and " + most + ", not " + time);
        }
    }

    QuorumSettings withCommon(Settings other) {
        return new QuorumSettings(other, nodeTimeout, shortestDelay, longestDelay, tries, failFast, drift, quarantine);
    }

    QuorumSettings withNodeTimeout(Duration other) {
        return new QuorumSettings(common, other, shortestDelay, longestDelay, tries, failFast, drift, quarantine);
    }

    QuorumSettings withDelay(Duration shortest, Duration longest) {
        return new QuorumSettings(common, nodeTimeout, shortest, longest, tries, failFast, drift, quarantine);
    }

    QuorumSettings withTries(int other) {
        return new QuorumSettings(common, nodeTimeout, shortestDelay, longestDelay, other, failFast, drift, quarantine);
    }

    QuorumSettings withFailFast(boolean other) {
        return new QuorumSettings(common, nodeTimeout, shortestDelay, longestDelay, tries, other, drift, quarantine);
    }

    QuorumSettings withDrift(double other) {
        return new QuorumSettings(common, nodeTimeout, shortestDelay, longestDelay, tries, failFast, other, quarantine);
    }

    QuorumSettings withQuarantine(Duration other) {
        return new QuorumSettings(common, nodeTimeout, shortestDelay, longestDelay, tries, failFast, drift, other);
    }

    /** {@return how long to wait for one node's vote} */
    Duration nodeTimeout(Duration lease) {
        if (nodeTimeout != null) {
            return nodeTimeout;
        }
        Duration suits = lease.dividedBy(LEASE_TO_NODE);
        return suits.compareTo(FASTEST_NODE) < 0
                ? FASTEST_NODE
                : suits.compareTo(SLOWEST_NODE) > 0 ? SLOWEST_NODE : suits;
    }

    /** {@return what is left of a lease when the drift beyond what the engine takes off by itself is off} */
    Duration valid(Duration lease) {
        return Duration.ofNanos((long) (lease.toNanos() * (1 - (drift - LEAST_DRIFT))));
    }
}
