package io.holdfast;

/** What kind of lock a name is used as. One name is one kind at a time. */
public enum LockKind {
    /** One holder. */
    MUTEX,
    /** Many readers, or one writer. */
    READ_WRITE,
    /** Holders up to a number of permits. */
    SEMAPHORE
}
