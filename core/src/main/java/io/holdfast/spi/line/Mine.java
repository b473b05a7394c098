package io.holdfast.spi.line;

import io.holdfast.spi.Answer;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Environment;
import io.holdfast.spi.Held;
import io.holdfast.spi.StoreSession;
import io.holdfast.spi.Tokens;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A claim of this session's: what the store does not keep of it. Its entry there lives by something that goes on as long as
 * the client does, so the end of its lease is a matter of this session's clock.
 */
final class Mine {

    private static final Answer GONE = new Answer.Gone();

    private final Ask ask;
    private final ReentrantLock mutex = new ReentrantLock();
    private volatile Entry entry;
    private @Nullable Tokens tokens;
    private long leaseEnd;
    private boolean ended;
    private boolean waited;

    private Environment.@Nullable Cancellable timer;
    private Environment.@Nullable Cancellable watch;
    private boolean watches;
    private @Nullable Place watched;

    Mine(Ask ask, Entry entry) {
        this.ask = ask;
        this.entry = entry;
    }

    Ask ask() {
        return ask;
    }

    Entry entry() {
        return entry;
    }

    void live(Life life) {
        entry = new Entry(entry.place(), entry.id(), life);
    }

    /** {@return whether it is granted by this, and was not before} */
    boolean hold(Tokens granted, Duration lease, long now) {
        mutex.lock();
        try {
            if (tokens != null || ended) {
                return false;
            }
            tokens = granted;
            leaseEnd = now + lease.toNanos();
            return true;
        } finally {
            mutex.unlock();
        }
    }

    /** {@return whether it holds; then the end of its lease is moved, if that is later} */
    boolean extend(Held held, long from, long now) {
        mutex.lock();
        try {
            boolean holds = isHeld(now) && tokens != null && tokens.first() == held.token();
            if (holds) {
                leaseEnd = later(leaseEnd, from + held.lease().toNanos());
            }
            return holds;
        } finally {
            mutex.unlock();
        }
    }

    /** {@return whether its lease and lock delay are over; then it has ended} */
    boolean endIfOver(long now) {
        mutex.lock();
        try {
            if (leaseEnd + ask.lockDelay().toNanos() - now > 0) {
                return false;
            }
            ended = true;
            return true;
        } finally {
            mutex.unlock();
        }
    }

    /** {@return the tokens of its grant; null while it waits} */
    @Nullable
    Tokens tokens() {
        mutex.lock();
        try {
            return tokens;
        } finally {
            mutex.unlock();
        }
    }

    boolean holds(Held held, long now) {
        mutex.lock();
        try {
            return isHeld(now) && tokens != null && tokens.first() == held.token();
        } finally {
            mutex.unlock();
        }
    }

    /** {@return whether it holds, though its time is over: the lock stays closed for its lock delay} */
    boolean isOver(long now) {
        mutex.lock();
        try {
            return tokens != null && !isHeld(now);
        } finally {
            mutex.unlock();
        }
    }

    private boolean isHeld(long now) {
        return tokens != null && !ended && leaseEnd - now > 0;
    }

    /** {@return in how many nanoseconds its lock delay ends; it is for as long as nobody renews it} */
    long toItsEnd(long now) {
        mutex.lock();
        try {
            return leaseEnd + ask.lockDelay().toNanos() - now;
        } finally {
            mutex.unlock();
        }
    }

    /** {@return how long it is kept at least, from a moment on, without its lock delay} */
    Duration kept(long from, Duration atMost) {
        long until = entry.life().until() - ask.lockDelay().toNanos();
        mutex.lock();
        try {
            if (tokens != null && leaseEnd - until < 0) {
                until = leaseEnd;
            }
        } finally {
            mutex.unlock();
        }
        return Duration.ofNanos(Math.max(0, Math.min(until - from, atMost.toNanos())));
    }

    /** {@return what it is told} */
    Answer answer(long sent, long now, String holder) {
        Tokens granted = tokens();
        if (granted == null) {
            return new Answer.Waiting(kept(sent, ask.grantLease()), StoreSession.HEARTBEAT, holder);
        }
        return isOver(now) ? GONE : new Answer.Granted(granted, kept(sent, ask.lease()));
    }

    /** Sets what ends it. */
    void timer(Environment.Cancellable next) {
        mutex.lock();
        try {
            if (!ended) {
                timer = next;
                return;
            }
        } finally {
            mutex.unlock();
        }
        next.cancel();
    }

    /** {@return whether somebody is to be watched who is not yet} */
    boolean startWatching(Optional<Place> place) {
        Environment.Cancellable former;
        mutex.lock();
        try {
            if (ended || tokens != null || isWatched(place)) {
                return false;
            }
            waited = true;
            watches = true;
            watched = place.orElse(null);
            former = watch;
            watch = null;
        } finally {
            mutex.unlock();
        }
        if (former != null) {
            former.cancel();
        }
        return true;
    }

    void watching(Optional<Place> place, Environment.Cancellable next) {
        mutex.lock();
        try {
            if (!ended && isWatched(place)) {
                watch = next;
                return;
            }
        } finally {
            mutex.unlock();
        }
        next.cancel();
    }

    /** {@return whether it was not granted at once} */
    boolean hasWaited() {
        mutex.lock();
        try {
            return waited;
        } finally {
            mutex.unlock();
        }
    }

    void stopWatching() {
        Environment.Cancellable former;
        mutex.lock();
        try {
            former = watch;
            watch = null;
            watches = false;
        } finally {
            mutex.unlock();
        }
        if (former != null) {
            former.cancel();
        }
    }

    /** Ends it here, whatever is at the store. */
    void end() {
        Environment.Cancellable[] pending;
        mutex.lock();
        try {
            ended = true;
            pending = new Environment.Cancellable[] {timer, watch};
        } finally {
            mutex.unlock();
        }
        for (Environment.Cancellable each : pending) {
            if (each != null) {
                each.cancel();
            }
        }
    }

    private boolean isWatched(Optional<Place> place) {
        return watches && Objects.equals(watched, place.orElse(null));
    }

    private static long later(long one, long other) {
        return one - other >= 0 ? one : other;
    }
}
