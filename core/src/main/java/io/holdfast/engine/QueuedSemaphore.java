package io.holdfast.engine;

import io.holdfast.DistributedLock;
import io.holdfast.InvalidLockException;
import io.holdfast.LockOptions;
import io.holdfast.Semaphore;
import io.holdfast.spi.Capabilities.Feature;
import io.holdfast.spi.Demand;

/** A handle on a semaphore. */
final class QueuedSemaphore implements Semaphore {

    private final Engine engine;
    private final String name;
    private final int permits;
    private final LockOptions options;

    QueuedSemaphore(Engine engine, String name, int permits, LockOptions options) {
        if (permits < 1) {
            throw new InvalidLockException(
                    name,
                    "The semaphore '" + name + "' cannot have " + permits + " permits: give it at least one.",
                    null);
        }
        this.engine = engine;
        this.name = name;
        this.permits = permits;
        this.options = options;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int permits() {
        return permits;
    }

    @Override
    public DistributedLock permits(int count) {
        if (count < 1 || count > permits) {
            throw new InvalidLockException(
                    name,
                    count + " permits of the semaphore '" + name + "' are never to be had: ask for 1 to " + permits
                            + ".",
                    null);
        }
        return new QueuedLock(engine, name, Demand.permits(count, permits), options);
    }

    @Override
    public Semaphore resize(int permits) {
        Semaphore resized = new QueuedSemaphore(engine, name, permits, options);
        engine.require(Feature.RESIZE, name, "way to change the number of a semaphore's permits");
        engine.await(session -> session.resize(name, this.permits, permits), name);
        return resized;
    }

    @Override
    public Semaphore with(LockOptions options) {
        return new QueuedSemaphore(engine, name, permits, engine.checked(name, options));
    }

    @Override
    public String toString() {
        return "Semaphore[" + name + ", " + permits + " permits]";
    }
}
