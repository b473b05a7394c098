package io.holdfast.zookeeper;

import io.holdfast.spi.Ask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.apache.zookeeper.KeeperException;
import org.jspecify.annotations.Nullable;

/** A claim that is being entered, until its fate is known: nothing more is sent for it once it was given up. */
final class Attempt {

    private final Session session;
    private final @Nullable Ask ask;
    private final ReentrantLock mutex = new ReentrantLock();
    private boolean stopped;

    /**
     * An attempt.
     *
     * @param session in which session its requests are sent
     * @param ask what is to be entered; null for what is repeated if its answer is lost
     */
    Attempt(Session session, @Nullable Ask ask) {
        this.session = session;
        this.ask = ask;
    }

    @Nullable
    Ask ask() {
        return ask;
    }

    /** {@return in which session its requests were sent} */
    Session session() {
        return session;
    }

    /**
     * {@return what came of requests that were sent, or that it was given up before}
     *
     * @param requests sends them, and does not wait
     */
    <T> CompletableFuture<T> send(Supplier<CompletableFuture<T>> requests) {
        mutex.lock();
        try {
            return stopped
                    ? CompletableFuture.failedFuture(new KeeperException.OperationTimeoutException())
                    : requests.get();
        } finally {
            mutex.unlock();
        }
    }

    /** From now on nothing is sent for it: what was sent before comes before whatever is sent next in that session. */
    void stop() {
        mutex.lock();
        try {
            stopped = true;
        } finally {
            mutex.unlock();
        }
    }
}
