package io.holdfast.jdbc;

/** What to do about rows that somebody else has locked. */
enum Locking {
    /** Wait for them, for a while. Only for one who has locked no other: others may wait for that one. */
    WAIT,
    /** Fail at once, to try again a little later with empty hands. */
    FAIL,
    /** Leave them out. */
    SKIP
}
