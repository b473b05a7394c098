package io.holdfast.engine;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs things one at a time, in the order in which they were added, on an executor.
 *
 * <p>Adding only puts a thing into a queue, so that it may be done under a lock, which keeps the order in which things
 * happened; {@link #flush()}, which must not, has them run. What one of them throws is logged, and disturbs nothing.
 */
final class Sequence {

    private static final Logger log = LoggerFactory.getLogger(Sequence.class);

    private final Executor executor;
    private final Queue<Runnable> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger flushes = new AtomicInteger();

    Sequence(Executor executor) {
        this.executor = executor;
    }

    void add(Runnable thing) {
        queue.add(thing);
    }

    void flush() {
        if (!queue.isEmpty() && flushes.getAndIncrement() == 0) {
            executor.execute(this::runAll);
        }
    }

    private void runAll() {
        int seen;
        do {
            seen = flushes.get();
            for (Runnable thing = queue.poll(); thing != null; thing = queue.poll()) {
                try {
                    thing.run();
                } catch (RuntimeException | Error e) {
                    log.error("A callback or listener threw; nothing else is affected by that.", e);
                }
            }
        } while (!flushes.compareAndSet(seen, 0));
    }
}
