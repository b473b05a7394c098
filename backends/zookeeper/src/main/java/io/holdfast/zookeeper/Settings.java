package io.holdfast.zookeeper;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.common.PathUtils;
import org.apache.zookeeper.data.ACL;

/**
 * What can be chosen about a ZooKeeper store.
 *
 * @param base the node below which all others are
 * @param sessionTimeout after what silence of a client its claims go
 * @param commandTimeout how long a request may take
 * @param connectTimeout how long the first connection may take
 * @param acl who may do what with the nodes
 */
record Settings(String base, Duration sessionTimeout, Duration commandTimeout, Duration connectTimeout, List<ACL> acl) {

    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final Duration LONGEST_SESSION = Duration.ofMinutes(30);

    static final Settings DEFAULTS = new Settings(
            "/holdfast",
            Duration.ofSeconds(20),
            Duration.ofSeconds(3),
            Duration.ofSeconds(10),
            ZooDefs.Ids.OPEN_ACL_UNSAFE);

    Settings {
        PathUtils.validatePath(base);
        if (base.equals("/")) {
            throw new IllegalArgumentException("The root is not a place for locks: name a node below it");
        }
        checked("session time-out", sessionTimeout, LONGEST_SESSION);
        checked("command time-out", commandTimeout, LONGEST);
        checked("connect time-out", connectTimeout, LONGEST);
        // Not List.copyOf: ZooKeeper asks its lists whether they contain null.
        acl = Collections.unmodifiableList(new ArrayList<>(acl));
    }

    Settings withBase(String other) {
        return new Settings(other, sessionTimeout, commandTimeout, connectTimeout, acl);
    }

    Settings withSessionTimeout(Duration other) {
        return new Settings(base, other, commandTimeout, connectTimeout, acl);
    }

    Settings withCommandTimeout(Duration other) {
        return new Settings(base, sessionTimeout, other, connectTimeout, acl);
    }

    Settings withConnectTimeout(Duration other) {
        return new Settings(base, sessionTimeout, commandTimeout, other, acl);
    }

    Settings withAcl(List<ACL> other) {
        return new Settings(base, sessionTimeout, commandTimeout, connectTimeout, other);
    }

    /** {@return for how long claims are kept for certain after a request that was answered was sent} */
    Duration silence() {
        return sessionTimeout.dividedBy(2);
    }

    private static void checked(String what, Duration time, Duration longest) {
        if (time.compareTo(Duration.ofMillis(1)) < 0 || time.compareTo(longest) > 0) {
            throw new IllegalArgumentException(
                    "The " + what + " must be between 1 ms and " + longest.toSeconds() + " s, not " + time);
        }
    }
}
