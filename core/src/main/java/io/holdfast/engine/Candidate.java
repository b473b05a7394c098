package io.holdfast.engine;

import io.holdfast.Candidacy;
import io.holdfast.ElectionListener;
import io.holdfast.HoldfastClosedException;
import io.holdfast.HoldfastException;
import io.holdfast.Lease;
import io.holdfast.spi.Environment.Cancellable;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A candidate: it waits for the lock of its election, leads while it holds it, and then waits again. */
final class Candidate implements Candidacy {

    private final Engine engine;
    private final QueuedLock lock;
    private final ElectionListener listener;

    /** What the listener is told, and what has to wait for that; added to under the lock. */
    private final Sequence sequence;

    private final ReentrantLock mutex = new ReentrantLock();
    private boolean over;
    private int failures;
    private @Nullable CompletableFuture<Lease> wait;
    private @Nullable Cancellable retry;
    private volatile @Nullable Lease term;

    Candidate(Engine engine, QueuedLock lock, ElectionListener listener) {
        this.engine = engine;
        this.lock = lock;
        this.listener = listener;
        this.sequence = new Sequence(engine.executor());
    }

    /** Waits for the lock, unless it takes part no more. There is one wait, or one term, at a time. */
    void stand() {
        if (isOver()) {
            return;
        }
        CompletableFuture<Lease> standing = lock.acquireAsync();
        boolean unwanted;
        mutex.lock();
        try {
            retry = null;
            wait = standing;
            unwanted = over;
        } finally {
            mutex.unlock();
        }
        if (unwanted) {
            standing.cancel(false);
        }
        var unused = standing.whenComplete((lease, error) -> {
            if (error == null) {
                elected(lease);
            } else {
                failed(Failures.unwrap(error));
            }
        });
    }

    private boolean isOver() {
        mutex.lock();
        try {
            return over;
        } finally {
            mutex.unlock();
        }
    }

    private void elected(Lease lease) {
        boolean wanted;
        mutex.lock();
        try {
            wait = null;
            failures = 0;
            wanted = !over;
            if (wanted) {
                term = lease;
                sequence.add(() -> listener.elected(lease.token()));
            }
        } finally {
            mutex.unlock();
        }
        if (wanted) {
            lease.onLost(() -> lost(lease));
        } else {
            giveBack(lease);
        }
        sequence.flush();
    }

    private void lost(Lease lease) {
        mutex.lock();
        try {
            if (term != lease) {
                // It stepped down before, and the listener was told.
                return;
            }
            term = null;
            sequence.add(listener::ceased);
            // Behind the listener: it is not to be elected again while its work of this term still ends.
            sequence.add(this::stand);
        } finally {
            mutex.unlock();
        }
        sequence.flush();
    }

    private void failed(Throwable error) {
        mutex.lock();
        try {
            wait = null;
            if (over) {
                return;
            }
            if (Failures.isDefinite(error) || error instanceof HoldfastClosedException) {
                over = true;
                HoldfastException reason = engine.failures().of(lock.name(), error);
                sequence.add(() -> listener.stopped(reason));
            } else {
                retry = engine.schedule(this::stand, engine.backoff(++failures));
            }
        } finally {
            mutex.unlock();
        }
        sequence.flush();
    }

    @Override
    public boolean isLeader() {
        return token().isPresent();
    }

    @Override
    public OptionalLong token() {
        Lease current = term;
        return current != null && current.isValid() ? OptionalLong.of(current.token()) : OptionalLong.empty();
    }

    @Override
    public Duration remaining() {
        Lease current = term;
        return current != null ? current.remaining() : Duration.ZERO;
    }

    @Override
    public void stepDown() {
        mutex.lock();
        try {
            endTerm();
        } finally {
            mutex.unlock();
        }
        sequence.flush();
    }

    @Override
    public void close() {
        CompletableFuture<Lease> waiting;
        mutex.lock();
        try {
            over = true;
            waiting = wait;
            if (retry != null) {
                retry.cancel();
            }
            endTerm();
        } finally {
            mutex.unlock();
        }
        if (waiting != null) {
            waiting.cancel(false);
        }
        sequence.flush();
    }

    private void endTerm() {
        Lease ended = term;
        if (ended != null) {
            term = null;
            sequence.add(listener::ceased);
            // Behind the listener: whoever is elected next must not meet this one's work.
            sequence.add(() -> giveBack(ended));
        }
    }

    private void giveBack(Lease lease) {
        var unused = lease.releaseAsync().thenRun(this::stand);
    }

    @Override
    public String toString() {
        return "Candidacy[" + lock.name() + (isLeader() ? ", leads]" : "]");
    }
}
