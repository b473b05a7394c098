package io.holdfast.redis;

import io.holdfast.LockStore;
import java.time.Duration;
import org.jspecify.annotations.NullMarked;

/**
 * A quorum that forgives a restart sooner than the protocol does, so that a run need not wait for a minute. Leases have to be
 * shorter than that.
 */
@NullMarked // The package belongs to the store, and says so there.
public final class HastyQuorum {

    /** For how long a node that restarted has no vote. */
    public static final Duration QUARANTINE = Duration.ofSeconds(3);

    private static final Duration NODE_TIMEOUT = Duration.ofMillis(250);

    private HastyQuorum() {}

    /**
     * {@return a store on it}
     *
     * @param uri with all nodes, {@code redlock://…}
     */
    public static LockStore store(String uri) {
        RedisUris uris = RedisUris.parse(uri);
        return RedlockStore.of(uris, uris.quorum().withNodeTimeout(NODE_TIMEOUT).withQuarantine(QUARANTINE));
    }
}
