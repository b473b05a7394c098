package io.holdfast.cli.demo;

import org.jspecify.annotations.Nullable;

/** A worker is killed while it has the lock. */
final class Kill implements Plot {

    private final int at;
    private final Narration narration;
    private @Nullable WorkerProcess victim;
    private boolean over;

    /** Of the first who finds that this many are left. */
    Kill(int at, Narration narration) {
        this.at = at;
        this.narration = narration;
    }

    @Override
    public boolean hear(Event event) {
        if (over || event.kind() != Event.Kind.INSIDE || event.number() > at) {
            return false;
        }
        WorkerProcess worker = event.worker();
        if (victim == null) {
            victim = worker;
            worker.kill();
            narration.tell(worker.title() + " has the lock, and is killed (kill -9).");
            return true;
        }
        over = true;
        narration.tellGood("Its lease has expired: " + worker.name() + " has the lock now, and sells on.");
        return false;
    }
}
