package io.holdfast.redis;

import io.holdfast.LockOptions;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How long it takes until another server takes the place of one that died: until its death is noticed, and then for
 * choosing another.
 *
 * @param setting which setting says when it is noticed
 * @param noticed when it is noticed
 */
record FailoverTime(String setting, Duration noticed) {

    private static final Logger log = LoggerFactory.getLogger(FailoverTime.class);
    private static final Duration CHOOSING = Duration.ofSeconds(1);
    private static final Duration LEASE = LockOptions.defaults().lease();

    /** Says so, if leases of the usual length end before. */
    void check(String store) {
        warning(store).ifPresent(log::warn);
    }

    Optional<String> warning(String store) {
        return noticed.plus(CHOOSING).compareTo(LEASE) <= 0
                ? Optional.empty()
                : Optional.of("A failover of " + store + " takes longer than the default lease of " + LEASE.toSeconds()
                        + " s, since " + setting + " is " + noticed.toMillis()
                        + " ms: when a master dies, its leases are lost before another takes its place. Use longer"
                        + " leases, or a shorter " + setting + ".");
    }
}
