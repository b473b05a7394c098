package io.holdfast.history;

/** What can be broken. */
public enum Rule {
    /** No two hold at once, by what their own leases say. */
    EXCLUSION,
    /** No token is given to two, and each is above all that were given before it was asked for. */
    TOKENS,
    /** Readers that hold together have the same token. */
    EPOCHS,
    /** Who has written after another is never followed by that other. */
    STALE_WRITE,
    /** What a lease says to be its own is not taken from it. */
    ROBBED,
    /** A lock that is free goes to whoever waits for it, soon. */
    WAITING,
    /** First come, first served. */
    ORDER,
    /** Who loses a lease hears of it by its deadline. */
    LOSS_UNTOLD,
    /** What was released or lost is not renewed, and is not valid. */
    REVIVED,
    /** An owner id is granted once, and not after it was given up; what was given back is not renewed. Seen at a server. */
    GRANTED_TWICE,
    /** A lease ends by its own account before it ends at the server. Seen at a server. */
    DEADLINE,
    /** What was lost stays closed for its lock delay. */
    LOCK_DELAY,
    /** Nothing is left in the end. */
    LEFT,
    /** Each request ends once, each lease ends once. */
    NONSENSE
}
