package io.holdfast;

import java.time.Duration;

/**
 * Something that happened to a lock in this client.
 *
 * @param kind what happened
 * @param lock the name of the lock
 * @param owner the id of the claim at the store
 * @param token the token of the lease; 0 where there is none
 * @param took how long it took; see {@link Kind}
 */
public record LockEvent(Kind kind, String lock, String owner, long token, Duration took) {

    /** What can happen. */
    public enum Kind {
        /** A caller had to wait, and the wait is over, with or without the lock; took: how long it waited. */
        WAITED,
        /** A caller got the lock from the store; took: since it asked. */
        ACQUIRED,
        /** A caller got the lock from the one before it in this client, without the store; took: since it asked. */
        HANDED_OFF,
        /** A claim was renewed; took: until the store answered. */
        RENEWED,
        /** A renewal failed, or the clocks moved apart; took: since the last confirmation. */
        AT_RISK,
        /** A lease was lost; took: how long it was held. */
        LOST,
        /** A lease was released; took: how long it was held. */
        RELEASED
    }
}
