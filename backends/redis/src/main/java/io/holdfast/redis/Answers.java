package io.holdfast.redis;

import io.holdfast.InvalidLockException;
import io.holdfast.spi.Answer;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Freed;
import io.holdfast.spi.StoreSession;
import io.holdfast.spi.Tokens;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What the scripts' replies mean. */
final class Answers {

    private static final Answer GONE = new Answer.Gone();
    private static final Freed FREED = new Freed(true, Optional.empty());
    private static final Freed NOT_HELD = new Freed(false, Optional.empty());

    private static final long GRANTED_CODE = 1;
    private static final long WAITING_CODE = 2;
    private static final long BUSY_CODE = 3;
    private static final long INVALID_CODE = 5;

    private static final String NOBODY = "nobody for the moment, and it is the turn of another who waits";

    private static final long HEARTBEAT = StoreSession.HEARTBEAT.toMillis();

    /** How often the first who waits looks whether a holder is gone that is not Holdfast and will not tell. */
    private static final long FOREIGN_POLL = 100;

    private Answers() {}

    static Answer of(Ask ask, String key, List<Object> reply) {
        check(ask.name(), key, reply);
        return of(ask, reply, 0);
    }

    static Freed freed(String name, String key, Optional<Ask> rejoin, List<Object> reply) {
        check(name, key, reply);
        boolean held = number(reply, 0) == 1;
        if (rejoin.isEmpty()) {
            return held ? FREED : NOT_HELD;
        }
        return new Freed(held, rejoin.map(ask -> of(ask, reply, 1)));
    }

    /** Complains of a key that is no lock. */
    static void check(String name, String key, List<Object> reply) {
        if (number(reply, 0) == INVALID_CODE) {
            throw new InvalidLockException(
                    name,
                    "The Redis key '" + key + "' is a " + reply.get(1)
                            + " and not a lock, which is a string: use another name or key prefix, or delete it if nobody"
                            + " needs it.",
                    null);
        }
    }

    private static Answer of(Ask ask, List<Object> reply, int from) {
        long code = number(reply, from);
        if (code == GRANTED_CODE) {
            Duration left = Duration.ofMillis(number(reply, from + 3));
            return new Answer.Granted(
                    new Tokens(number(reply, from + 1), number(reply, from + 2)),
                    left.compareTo(ask.lease()) < 0 ? left : ask.lease());
        }
        if (code != WAITING_CODE && code != BUSY_CODE) {
            return GONE;
        }
        long ttl = number(reply, from + 1);
        boolean first = number(reply, from + 2) == 1;
        String text = (String) reply.get(from + 3);
        if (text.isEmpty()) {
            // It is free, and the turn of another who waits and was told so.
            return code == BUSY_CODE
                    ? new Answer.Busy(StoreSession.HEARTBEAT, NOBODY)
                    : new Answer.Waiting(ask.grantLease(), StoreSession.HEARTBEAT, NOBODY);
        }
        LockValue value = LockValue.of(text);
        if (code == BUSY_CODE) {
            return new Answer.Busy(Duration.ofMillis(untilNews(value, ttl, true)), value.describe(ttl));
        }
        return new Answer.Waiting(
                ask.grantLease(), Duration.ofMillis(untilNews(value, ttl, first)), value.describe(ttl));
    }

    /** {@return when there may be something new: for those behind the first in the queue, others see to it sooner} */
    private static long untilNews(LockValue value, long ttl, boolean first) {
        if (!first) {
            return Math.max(ttl, HEARTBEAT);
        }
        long end = ttl < 0 ? HEARTBEAT : Math.max(1, ttl);
        return value.isForeign() ? Math.min(FOREIGN_POLL, end) : end;
    }

    private static long number(List<Object> reply, int index) {
        return (Long) reply.get(index);
    }
}
