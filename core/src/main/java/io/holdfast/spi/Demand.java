package io.holdfast.spi;

import io.holdfast.InvalidLockException;
import io.holdfast.LockKind;

/**
 * What part of a lock a claim takes: every kind of lock is the same queue with different numbers.
 *
 * @param kind what the name is used as
 * @param capacity how much there is
 * @param units how much the claim takes
 */
public record Demand(LockKind kind, int capacity, int units) {

    /** There is no bound to the number of readers; a writer takes it all. */
    private static final int UNBOUNDED = Integer.MAX_VALUE;

    /** The whole of a mutex. */
    public static final Demand MUTEX = new Demand(LockKind.MUTEX, 1, 1);

    /** A reader's part. */
    public static final Demand READ = new Demand(LockKind.READ_WRITE, UNBOUNDED, 1);

    /** A writer's part. */
    public static final Demand WRITE = new Demand(LockKind.READ_WRITE, UNBOUNDED, UNBOUNDED);

    /**
     * Checks the numbers.
     *
     * @param kind what the name is used as
     * @param capacity how much there is
     * @param units how much the claim takes
     */
    public Demand {
        if (units < 1 || capacity < units) {
            throw new IllegalArgumentException(units + " units of " + capacity);
        }
    }

    /**
     * {@return some permits of a semaphore}
     *
     * @param units how many the claim takes
     * @param capacity how many there are
     */
    public static Demand permits(int units, int capacity) {
        return new Demand(LockKind.SEMAPHORE, capacity, units);
    }

    /**
     * {@return whether nobody else can hold the lock beside such a claim, so that its grant mints tokens}
     */
    public boolean exclusive() {
        return kind != LockKind.SEMAPHORE && units == capacity;
    }

    /**
     * {@return whether the same name can be used as both: the kind and the capacity are the same}
     *
     * @param other what the name is used as
     */
    public boolean isSameUse(Demand other) {
        return kind == other.kind && capacity == other.capacity;
    }

    /**
     * {@return the words for one who wants this of a lock that is in use as something else}
     *
     * @param name the lock
     * @param use what it is in use as
     */
    public InvalidLockException refusal(String name, Demand use) {
        String advice = use.kind == LockKind.SEMAPHORE && kind == LockKind.SEMAPHORE
                ? "name the same number everywhere, or change it with Semaphore.resize"
                : "use another name for one of them";
        return new InvalidLockException(
                name,
                "The lock '" + name + "' is in use as a " + use.describe() + " and cannot be a " + describe()
                        + " at the same time: " + advice + ".",
                null);
    }

    private String describe() {
        return switch (kind) {
            case MUTEX -> "mutex";
            case READ_WRITE -> "read-write lock";
            case SEMAPHORE -> "semaphore of " + capacity;
        };
    }
}
