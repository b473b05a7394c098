package io.holdfast.redis;

import java.time.Duration;

/**
 * What can be chosen about a Redis store.
 *
 * @param prefix what every lock's key starts with
 * @param commandTimeout how long a request may take
 * @param connectTimeout how long connecting may take
 */
record Settings(String prefix, Duration commandTimeout, Duration connectTimeout) {

    private static final Duration LONGEST = Duration.ofMinutes(1);

    static final Settings DEFAULTS = new Settings("lock:", Duration.ofSeconds(1), Duration.ofSeconds(2));

    Settings {
        if (prefix.startsWith("~") || (prefix.startsWith("{") && !LockKeys.hasTag(prefix))) {
            throw new IllegalArgumentException(
                    "The key prefix cannot start with '~', nor with '{' unless that is a whole hash tag such as '{app}'");
        }
        positive("command time-out", commandTimeout);
        positive("connect time-out", connectTimeout);
    }

    Settings withPrefix(String other) {
        return new Settings(other, commandTimeout, connectTimeout);
    }

    Settings withCommandTimeout(Duration other) {
        return new Settings(prefix, other, connectTimeout);
    }

    Settings withConnectTimeout(Duration other) {
        return new Settings(prefix, commandTimeout, other);
    }

    private static void positive(String what, Duration time) {
        if (time.compareTo(Duration.ofMillis(1)) < 0 || time.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("The " + what + " must be between 1 ms and a minute, not " + time);
        }
    }
}
