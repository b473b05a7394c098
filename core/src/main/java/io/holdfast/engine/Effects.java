package io.holdfast.engine;

import java.util.ArrayDeque;

/**
 * What a step of the state machine wants done once its lock is free: requests to the store, answers to callers.
 *
 * <p>A store may answer, and a caller may call back, on the same thread at once. Neither may happen under a lock of the
 * engine: two clients of one in-memory store would lock each other out.
 */
final class Effects {

    private final ArrayDeque<Runnable> queue = new ArrayDeque<>(2);

    void add(Runnable effect) {
        queue.add(effect);
    }

    void run() {
        for (Runnable effect = queue.poll(); effect != null; effect = queue.poll()) {
            effect.run();
        }
    }
}
