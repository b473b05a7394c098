package io.holdfast.etcd;

import java.time.Duration;
import java.util.regex.Pattern;

/**
 * What can be chosen about a store in etcd.
 *
 * @param prefix what its keys start with; ends with a slash
 * @param commandTimeout how long a request may take
 * @param connectTimeout how long the first connection may take
 */
record Settings(String prefix, Duration commandTimeout, Duration connectTimeout) {

    private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9_.:-]+(/[A-Za-z0-9_.:-]+)*/");
    private static final int LONGEST_PREFIX = 200;
    private static final Duration LONGEST = Duration.ofMinutes(1);

    static final Settings DEFAULTS = new Settings("holdfast/", Duration.ofSeconds(3), Duration.ofSeconds(10));

    Settings {
        if (!PREFIX.matcher(prefix).matches() || prefix.length() > LONGEST_PREFIX) {
            throw new IllegalArgumentException("The prefix is one or more words of letters, digits and '_.:-' with a"
                    + " slash between them, such as 'shop/locks', and not '" + prefix + "'");
        }
        checked("command time-out", commandTimeout);
        checked("connect time-out", connectTimeout);
    }

    Settings withPrefix(String other) {
        return new Settings(other.endsWith("/") ? other : other + "/", commandTimeout, connectTimeout);
    }

    Settings withCommandTimeout(Duration other) {
        return new Settings(prefix, other, connectTimeout);
    }

    Settings withConnectTimeout(Duration other) {
        return new Settings(prefix, commandTimeout, other);
    }

    private static void checked(String what, Duration time) {
        if (time.compareTo(Duration.ofMillis(1)) < 0 || time.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("The " + what + " must be between 1 ms and a minute, not " + time);
        }
    }
}
