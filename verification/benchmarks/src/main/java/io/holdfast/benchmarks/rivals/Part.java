package io.holdfast.benchmarks.rivals;

/** Which part of what has a name. */
public enum Part {
    /** All of a lock. */
    LOCK,
    /** What the readers of a read/write lock share. */
    READ,
    /** All of a read/write lock. */
    WRITE,
    /** One of the {@value #PERMITS} permits of a semaphore. */
    PERMIT;

    /** How many permits a semaphore has. */
    public static final int PERMITS = 10;
}
