package io.holdfast.cli.child;

/** What becomes of the command when its lock is lost. */
public enum OnLost {
    /** It is told to end, and killed if it has not when the grace is over. */
    TERM,
    /** It is killed. */
    KILL,
    /** Nothing. */
    IGNORE
}
