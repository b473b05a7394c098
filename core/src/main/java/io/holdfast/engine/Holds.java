package io.holdfast.engine;

import io.holdfast.Lease;
import io.holdfast.spi.Demand;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Which thread of this client holds which part of which lock through {@code asLock()}, and how often it has entered. */
final class Holds {

    private record Key(Thread thread, String lock, Demand part) {}

    /** A thread's hold of a lock; only that thread touches it. */
    static final class Hold {

        /** What it rests on: a reader inside a writer has the writer's. */
        Lease lease;

        int entered = 1;

        Hold(Lease lease) {
            this.lease = lease;
        }
    }

    private final ConcurrentHashMap<Key, Hold> holds = new ConcurrentHashMap<>();

    @Nullable
    Hold mine(String lock, Demand part) {
        return holds.get(new Key(Thread.currentThread(), lock, part));
    }

    void add(String lock, Demand part, Lease lease) {
        holds.put(new Key(Thread.currentThread(), lock, part), new Hold(lease));
    }

    void remove(String lock, Demand part) {
        holds.remove(new Key(Thread.currentThread(), lock, part));
    }

    /** Says who of this client holds a lock, for messages. */
    String describe(String lock) {
        List<String> holders = holds.keySet().stream()
                .filter(key -> key.lock().equals(lock))
                .map(key -> "'" + key.thread().getName() + "'" + purpose(key.part()))
                .sorted()
                .toList();
        return switch (holders.size()) {
            case 0 -> "no thread of this client holds it";
            case 1 -> "thread " + holders.get(0) + " of this client holds it";
            default -> "threads " + String.join(", ", holders) + " of this client hold it";
        };
    }

    private static String purpose(Demand part) {
        return part.equals(Demand.READ) ? " (to read)" : part.equals(Demand.WRITE) ? " (to write)" : "";
    }

    boolean isEmpty() {
        return holds.isEmpty();
    }
}
