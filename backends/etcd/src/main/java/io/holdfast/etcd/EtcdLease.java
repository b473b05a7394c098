package io.holdfast.etcd;

import io.holdfast.spi.line.Life;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/** An etcd lease of this session's, and until when it lasts for certain. */
final class EtcdLease implements Life {

    private final long id;
    private final Duration ttl;
    private volatile long until;
    private final ReentrantLock mutex = new ReentrantLock();
    private long used;
    private boolean idle;
    private volatile boolean waitedUnder;
    private volatile boolean ended;

    /**
     * A lease that was granted.
     *
     * @param sent when that was asked for
     */
    EtcdLease(long id, Duration ttl, long sent, long now) {
        this.id = id;
        this.ttl = ttl;
        this.until = sent + ttl.toNanos();
        this.used = now;
    }

    long id() {
        return id;
    }

    /** {@return how long it lasts if nothing more is heard of this client} */
    Duration ttl() {
        return ttl;
    }

    @Override
    public long until() {
        return until;
    }

    /** It was kept alive, by a request that was sent then. */
    void answered(long sent, Duration answeredTtl) {
        long next = sent + answeredTtl.toNanos();
        if (next - until > 0) {
            until = next;
        }
    }

    /** {@return whether something new may live by it} */
    boolean use(long now) {
        mutex.lock();
        try {
            used = now;
            return !idle;
        } finally {
            mutex.unlock();
        }
    }

    /** Something lives by it that goes on doing so. */
    void revive(long now) {
        mutex.lock();
        try {
            used = now;
            idle = false;
        } finally {
            mutex.unlock();
        }
    }

    /** {@return whether it was not used for a time; then nothing new will live by it} */
    boolean rest(long now, Duration time) {
        mutex.lock();
        try {
            idle = idle || now - used > time.toNanos();
            return idle;
        } finally {
            mutex.unlock();
        }
    }

    /** Claims that wait live by it: it is in use for as long as any look at their lines. */
    void waitUnder() {
        waitedUnder = true;
    }

    boolean isWaitedUnder() {
        return waitedUnder;
    }

    /** {@return whether it ended by this, and not before} */
    boolean end() {
        boolean first = !ended;
        ended = true;
        return first;
    }

    boolean isEnded() {
        return ended;
    }
}
