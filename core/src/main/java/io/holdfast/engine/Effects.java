package io.holdfast.engine;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a step of the state machine wants done once its lock is free: requests to the store, answers to callers.
 *
 * <p>A store may answer, and a caller may call back, on the same thread at once. Neither may happen under a lock of the
 * engine: two clients of one in-memory store would lock each other out.
 */
final class Effects {

    private static final Logger log = LoggerFactory.getLogger(Effects.class);

    private final ArrayDeque<Runnable> queue = new ArrayDeque<>(2);
    private @Nullable ArrayDeque<Runnable> last;

    void add(Runnable effect) {
        queue.add(effect);
    }

    /** Adds what may run a user's code on this thread, after everything that others depend on. */
    void addLast(Runnable effect) {
        if (last == null) {
            last = new ArrayDeque<>(2);
        }
        last.add(effect);
    }

    void run() {
        run(queue);
        if (last != null) {
            run(last);
        }
    }

    private static void run(ArrayDeque<Runnable> effects) {
        for (Runnable effect = effects.poll(); effect != null; effect = effects.poll()) {
            try {
                effect.run();
            } catch (RuntimeException | Error e) {
                log.error("Holdfast could not carry out a step. This is a defect; please report it.", e);
            }
        }
    }
}
