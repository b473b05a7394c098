package io.holdfast.engine;

import io.holdfast.Lease;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Which thread of this client holds which lock through {@code asLock()}, and how often it has entered. */
final class Holds {

    private record Key(Thread thread, String lock) {}

    /** A thread's hold of a lock; only that thread touches it. */
    static final class Hold {
        final Lease lease;
        int entered = 1;

        Hold(Lease lease) {
            this.lease = lease;
        }
    }

    private final ConcurrentHashMap<Key, Hold> holds = new ConcurrentHashMap<>();

    @Nullable
    Hold mine(String lock) {
        return holds.get(new Key(Thread.currentThread(), lock));
    }

    void add(String lock, Lease lease) {
        holds.put(new Key(Thread.currentThread(), lock), new Hold(lease));
    }

    void remove(String lock) {
        holds.remove(new Key(Thread.currentThread(), lock));
    }

    /** Says who of this client holds a lock, for messages. */
    String describe(String lock) {
        for (Key key : holds.keySet()) {
            if (key.lock().equals(lock)) {
                return "thread '" + key.thread().getName() + "' of this client holds it";
            }
        }
        return "no thread of this client holds it";
    }

    boolean isEmpty() {
        return holds.isEmpty();
    }
}
