package io.holdfast.memory;

import io.holdfast.LockInfo;
import io.holdfast.spi.Environment;
import io.holdfast.spi.queue.Claim;
import io.holdfast.spi.queue.ClaimQueue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Some of a store's locks, with one Java lock for all of them, so that a name's queue can come and go with its use.
 *
 * <p>Time is read while that lock is held, so it never runs backwards within a queue; signals are sent after it was
 * given back, so whoever hears them may ask the store anything.
 */
final class Shard {

    /** What is done to a queue. */
    @FunctionalInterface
    interface Step<R> {

        R apply(ClaimQueue<MemorySession> queue, long now);
    }

    /** In which order those are locked who are needed together. */
    final int number;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, ClaimQueue<MemorySession>> queues = new HashMap<>();
    private final MarkTable marks = new MarkTable();
    private final Environment.Clock clock;
    private final AtomicLong nextToken;

    Shard(int number, Environment.Clock clock, AtomicLong nextToken) {
        this.number = number;
        this.clock = clock;
        this.nextToken = nextToken;
    }

    /** Does one step to the queue of a name, and then tells those whom it was handed to. */
    <R> R step(String name, Step<R> step) {
        List<Claim<MemorySession>> handed = List.of();
        lock.lock();
        try {
            ClaimQueue<MemorySession> queue = queue(name);
            R result = step.apply(queue, clock.nanos());
            handed = keep(name, queue);
            return result;
        } finally {
            lock.unlock();
            tell(handed);
        }
    }

    // ---- for a step on several queues, within lock and unlock

    void lock() {
        lock.lock();
    }

    void unlock() {
        lock.unlock();
    }

    /** {@return the queue of a name, which is not kept yet if it is new} */
    ClaimQueue<MemorySession> queue(String name) {
        ClaimQueue<MemorySession> known = queues.get(name);
        return known == null ? new ClaimQueue<>(new Counter(nextToken), marks) : known;
    }

    /** Keeps the queue of a name for as long as it has claims. {@return whom it was handed to, to be told} */
    List<Claim<MemorySession>> keep(String name, ClaimQueue<MemorySession> queue) {
        if (queue.isEmpty()) {
            queues.remove(name);
        } else {
            queues.putIfAbsent(name, queue);
        }
        return queue.takeHanded();
    }

    /** Lets go of all whose time is over, also under names that nobody asks for any more. */
    void sweep() {
        List<Claim<MemorySession>> handed = new ArrayList<>();
        lock.lock();
        try {
            long now = clock.nanos();
            for (Iterator<ClaimQueue<MemorySession>> all = queues.values().iterator(); all.hasNext(); ) {
                ClaimQueue<MemorySession> queue = all.next();
                queue.settle(now);
                handed.addAll(queue.takeHanded());
                if (queue.isEmpty()) {
                    all.remove();
                }
            }
            marks.expire(now);
        } finally {
            lock.unlock();
        }
        tell(handed);
    }

    @Nullable
    LockInfo inspect(String name) {
        lock.lock();
        try {
            ClaimQueue<MemorySession> queue = queues.get(name);
            return queue == null ? null : queue.info(name, session -> Optional.of(session.client()), clock.nanos());
        } finally {
            lock.unlock();
        }
    }

    void addNames(Collection<String> names) {
        lock.lock();
        try {
            names.addAll(queues.keySet());
        } finally {
            lock.unlock();
        }
    }

    boolean hasNames() {
        lock.lock();
        try {
            return !queues.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    boolean hasMarks() {
        lock.lock();
        try {
            return !marks.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    static void tell(List<Claim<MemorySession>> handed) {
        for (Claim<MemorySession> claim : handed) {
            claim.client().tell(claim);
        }
    }
}
