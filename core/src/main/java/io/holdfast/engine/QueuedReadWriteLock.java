package io.holdfast.engine;

import io.holdfast.DistributedLock;
import io.holdfast.LockOptions;
import io.holdfast.ReadWriteLock;
import io.holdfast.spi.Demand;

/** A handle on a lock for many readers or one writer. */
final class QueuedReadWriteLock implements ReadWriteLock {

    private final Engine engine;
    private final String name;
    private final LockOptions options;

    QueuedReadWriteLock(Engine engine, String name, LockOptions options) {
        this.engine = engine;
        this.name = name;
        this.options = options;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public DistributedLock readLock() {
        return new QueuedLock(engine, name, Demand.READ, options);
    }

    @Override
    public DistributedLock writeLock() {
        return new QueuedLock(engine, name, Demand.WRITE, options);
    }

    @Override
    public ReadWriteLock with(LockOptions options) {
        return new QueuedReadWriteLock(engine, name, engine.checked(name, options));
    }

    @Override
    public String toString() {
        return "ReadWriteLock[" + name + "]";
    }
}
