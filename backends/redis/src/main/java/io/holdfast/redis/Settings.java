package io.holdfast.redis;

import java.time.Duration;

/**
 * What can be chosen about a Redis store.
 *
 * @param prefix what every lock's key starts with
 * @param commandTimeout how long a request may take
 * @param connectTimeout how long connecting may take
 * @param replicas how many replicas must have a grant or a renewal before it counts; {@link #MAJORITY} for as many as
 *     make a majority with the master
 * @param mixedUse whether others than Holdfast take part, so that a release deletes the lock instead of handing it over
 */
record Settings(String prefix, Duration commandTimeout, Duration connectTimeout, int replicas, boolean mixedUse) {

    static final int MAJORITY = -1;

    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final int MOST_REPLICAS = 100;

    static final Settings DEFAULTS = new Settings("lock:", Duration.ofSeconds(1), Duration.ofSeconds(2), 0, false);

    Settings {
        if (prefix.startsWith("~") || (prefix.startsWith("{") && !LockKeys.hasTag(prefix))) {
            throw new IllegalArgumentException(
                    "The key prefix cannot start with '~', nor with '{' unless that is a whole hash tag such as '{app}'");
        }
        positive("command time-out", commandTimeout);
        positive("connect time-out", connectTimeout);
        if (replicas < MAJORITY || replicas > MOST_REPLICAS) {
            throw new IllegalArgumentException(
                    "The number of replicas to wait for must be between 0 and " + MOST_REPLICAS + ", not " + replicas);
        }
    }

    Settings withPrefix(String other) {
        return new Settings(other, commandTimeout, connectTimeout, replicas, mixedUse);
    }

    Settings withCommandTimeout(Duration other) {
        return new Settings(prefix, other, connectTimeout, replicas, mixedUse);
    }

    Settings withConnectTimeout(Duration other) {
        return new Settings(prefix, commandTimeout, other, replicas, mixedUse);
    }

    Settings withReplicas(int other) {
        return new Settings(prefix, commandTimeout, connectTimeout, other, mixedUse);
    }

    Settings withMixedUse(boolean other) {
        return new Settings(prefix, commandTimeout, connectTimeout, replicas, other);
    }

    private static void positive(String what, Duration time) {
        if (time.compareTo(Duration.ofMillis(1)) < 0 || time.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("The " + what + " must be between 1 ms and a minute, not " + time);
        }
    }
}
