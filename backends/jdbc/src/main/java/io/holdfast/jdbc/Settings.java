package io.holdfast.jdbc;

import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What can be chosen about a SQL store.
 *
 * @param prefix what the names of its tables start with, possibly with a schema and a dot before
 * @param commandTimeout how long a request may take
 * @param connectTimeout how long the first connection may take
 * @param connections how many connections it uses at once at most; null for what suits the database
 * @param createTables whether it creates its tables if they are missing
 * @param listen whether it keeps a connection for notifications, where the database has them
 */
record Settings(
        String prefix,
        Duration commandTimeout,
        Duration connectTimeout,
        @Nullable Integer connections,
        boolean createTables,
        boolean listen) {

    private static final Pattern PREFIX =
            Pattern.compile("([A-Za-z_][A-Za-z0-9_]{0,62}\\.)?[A-Za-z_][A-Za-z0-9_]{0,30}");

    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final int MOST_CONNECTIONS = 100;

    static final Settings DEFAULTS =
            new Settings("holdfast_", Duration.ofSeconds(3), Duration.ofSeconds(10), null, false, false);

    Settings {
        // It becomes part of statements: nothing may stand in it that means something there.
        if (!PREFIX.matcher(prefix).matches()) {
            throw new IllegalArgumentException("The prefix of the tables is a name of letters, digits and '_',"
                    + " possibly with a schema and a dot before it, such as 'locks.holdfast_', and not '" + prefix
                    + "'");
        }
        checked("command time-out", commandTimeout);
        checked("connect time-out", connectTimeout);
        if (connections != null && (connections < 1 || connections > MOST_CONNECTIONS)) {
            throw new IllegalArgumentException(
                    "The number of connections must be between 1 and " + MOST_CONNECTIONS + ", not " + connections);
        }
    }

    Settings withPrefix(String other) {
        return new Settings(other, commandTimeout, connectTimeout, connections, createTables, listen);
    }

    Settings withCommandTimeout(Duration other) {
        return new Settings(prefix, other, connectTimeout, connections, createTables, listen);
    }

    Settings withConnectTimeout(Duration other) {
        return new Settings(prefix, commandTimeout, other, connections, createTables, listen);
    }

    Settings withConnections(int other) {
        return new Settings(prefix, commandTimeout, connectTimeout, other, createTables, listen);
    }

    Settings withCreateTables(boolean other) {
        return new Settings(prefix, commandTimeout, connectTimeout, connections, other, listen);
    }

    Settings withListen(boolean other) {
        return new Settings(prefix, commandTimeout, connectTimeout, connections, createTables, other);
    }

    private static void checked(String what, Duration time) {
        if (time.compareTo(Duration.ofMillis(1)) < 0 || time.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("The " + what + " must be between 1 ms and a minute, not " + time);
        }
    }
}
