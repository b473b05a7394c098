package io.holdfast.zookeeper;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Knows until when a session lasts for certain, from what was answered.
 *
 * <p>The leader ends a session whose time-out T has passed since it last heard of it. It hears of what a follower was asked
 * not with the request, not even with a write that the follower passes on, but with the follower's answer to its next ping, half
 * a tick later at most. So a write says two things when it is answered: that the session was there, and that everything that
 * the same follower had been asked half a tick before had been told to the leader. The session lasts for T from then.
 *
 * <p>A tick is at most half of T, unless somebody has set the servers' least session time-out lower than two ticks: a quarter of T is waited for.
 *
 * <p>A new session and one that goes on with another connection are the leader's own business: it has heard of them then.
 */
final class Signs {

    private final long timeout;
    private final long relay;
    private final ReentrantLock mutex = new ReentrantLock();

    /** When requests were sent that were answered, over this connection: some of them, the newest last. */
    private final Deque<Long> signs = new ArrayDeque<>();

    /** The leader has heard of the session not before this. */
    private long base;

    private long last;
    private volatile long until;

    /**
     * A session.
     *
     * @param timeout its time-out
     * @param since the leader has heard of it not before this
     */
    Signs(Duration timeout, long since) {
        this.timeout = timeout.toNanos();
        this.relay = relay(timeout);
        this.base = since;
        this.last = since;
        this.until = since;
    }

    /** {@return after how many nanoseconds the leader has heard of what a follower was asked} */
    static long relay(Duration timeout) {
        return timeout.toNanos() / 4;
    }

    long until() {
        return until;
    }

    /** A request was answered that was sent then. */
    void answered(long sent) {
        mutex.lock();
        try {
            note(sent);
        } finally {
            mutex.unlock();
        }
    }

    /** A write was answered that was sent then. */
    void writeAnswered(long sent) {
        mutex.lock();
        try {
            for (Iterator<Long> newest = signs.descendingIterator(); newest.hasNext(); ) {
                long sign = newest.next();
                if (sent - relay - sign >= 0) {
                    base = later(base, sign);
                    break;
                }
            }
            // A sixth of the time for messages that are late; and never more than half, so that it is the same each
            // time.
            until = later(until, earlier(sent + timeout / 2, base + timeout - timeout / 6));
            note(sent);
        } finally {
            mutex.unlock();
        }
    }

    /** What was asked of one server is nothing that another tells the leader; but that one asks it about the session. */
    void disconnected() {
        mutex.lock();
        try {
            base = later(base, last);
            signs.clear();
        } finally {
            mutex.unlock();
        }
    }

    private void note(long sent) {
        last = later(last, sent);
        Long newest = signs.peekLast();
        if (newest == null || sent - newest >= timeout / 24) {
            signs.addLast(sent);
        }
        while (signs.peekFirst() != null && sent - signs.peekFirst() > timeout) {
            signs.removeFirst();
        }
    }

    private static long later(long one, long other) {
        return one - other >= 0 ? one : other;
    }

    private static long earlier(long one, long other) {
        return one - other <= 0 ? one : other;
    }
}
