package io.holdfast.cli;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.InvalidLockException;
import io.holdfast.Lease;
import io.holdfast.LockInfo;
import io.holdfast.LockKind;
import io.holdfast.LockOptions;
import io.holdfast.LockTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What somebody wants of a lock, and how it is had.
 *
 * <p>A name is one kind of lock at a time, but whoever knows {@code flock} says "shared" or nothing. So who wants all of a
 * lock takes the whole of what it is: a mutex, unless readers are there, and then it is a writer among them. And a reader
 * that finds a mutex waits until it is one no more; since no queue has both, it asks again and again.
 */
final class Wanted {

    private static final long ASK_AGAIN_MILLIS = 100;

    /** What was refused because of what the name is used as may be gone at the next look; what is wrong stays so. */
    private static final int ATTEMPTS = 3;

    private final Holdfast holdfast;
    private final String name;
    private final LockOptions options;
    private Part part;
    private final int permits;
    private final int ofPermits;

    /** What part of the lock. */
    enum Part {
        /** All of it, whatever it is. */
        WHOLE,
        /** A reader's. */
        SHARED,
        /** A writer's. */
        EXCLUSIVE,
        /** Some permits. */
        PERMITS
    }

    Wanted(Holdfast holdfast, String name, LockOptions options, Part part, int permits, int ofPermits) {
        this.holdfast = holdfast;
        this.name = name;
        this.options = options;
        this.part = part;
        this.permits = permits;
        this.ofPermits = ofPermits;
    }

    Holdfast holdfast() {
        return holdfast;
    }

    /**
     * Waits for it.
     *
     * @param atMost for how long; zero for not at all, null for as long as it takes
     * @throws LockTimeoutException if it was busy all that time
     */
    Lease acquire(@Nullable Duration atMost) throws InterruptedException {
        long start = System.nanoTime();
        int puzzled = 0;
        while (true) {
            Duration left = atMost == null ? null : atMost.minusNanos(System.nanoTime() - start);
            try {
                return left == null ? lock().acquire() : lock().acquire(left);
            } catch (InvalidLockException e) {
                Optional<LockInfo> found = holdfast.locks().find(name);
                if (found.isEmpty() && ++puzzled > ATTEMPTS) {
                    throw e;
                }
                if (part == Part.WHOLE && isA(LockKind.READ_WRITE, found)) {
                    part = Part.EXCLUSIVE;
                } else if ((part == Part.SHARED || part == Part.EXCLUSIVE) && isA(LockKind.MUTEX, found)) {
                    pause(left);
                } else {
                    throw e;
                }
            }
        }
    }

    private void pause(@Nullable Duration left) throws InterruptedException {
        if (left != null && (left.isNegative() || left.isZero())) {
            throw new LockTimeoutException(
                    name, "The lock '" + name + "' is busy: it is held by one that wants all of it.", null);
        }
        long millis = left == null ? ASK_AGAIN_MILLIS : Math.min(ASK_AGAIN_MILLIS, left.toMillis() + 1);
        TimeUnit.MILLISECONDS.sleep(millis);
    }

    /** One that is gone by now may have been anything. */
    private static boolean isA(LockKind kind, Optional<LockInfo> lock) {
        return lock.map(LockInfo::kind).orElse(kind) == kind;
    }

    private DistributedLock lock() {
        return switch (part) {
            case WHOLE -> holdfast.lock(name).with(options);
            case SHARED -> holdfast.readWriteLock(name).with(options).readLock();
            case EXCLUSIVE -> holdfast.readWriteLock(name).with(options).writeLock();
            case PERMITS -> holdfast.semaphore(name, ofPermits).with(options).permits(permits);
        };
    }
}
