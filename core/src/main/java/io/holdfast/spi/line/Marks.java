package io.holdfast.spi.line;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** The owner ids that this session has abandoned, for longer than a request of theirs can be under way. */
final class Marks {

    private static final long KEPT = Duration.ofMinutes(10).toNanos();

    private final ReentrantLock mutex = new ReentrantLock();
    private final Map<String, Long> marks = new LinkedHashMap<>();

    void leave(String owner, long now) {
        mutex.lock();
        try {
            for (Iterator<Long> oldest = marks.values().iterator(); oldest.hasNext(); oldest.remove()) {
                if (now - oldest.next() < KEPT) {
                    break;
                }
            }
            marks.putIfAbsent(owner, now);
        } finally {
            mutex.unlock();
        }
    }

    boolean contains(String owner) {
        mutex.lock();
        try {
            return marks.containsKey(owner);
        } finally {
            mutex.unlock();
        }
    }
}
