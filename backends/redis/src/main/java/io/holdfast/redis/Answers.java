package io.holdfast.redis;

import io.holdfast.LockKind;
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

    private static final String NOBODY = "nobody for the moment, and it is the turn of another who waits";

    private static final long HEARTBEAT = StoreSession.HEARTBEAT.toMillis();

    /** How often the first who waits looks whether a holder is gone that is not Holdfast and will not tell. */
    private static final long FOREIGN_POLL = 100;

    private Answers() {}

    static Answer of(Ask ask, String key, List<Object> reply) {
        Refusals.check(ask.name(), ask.demand(), key, reply);
        return of(ask, reply, 0);
    }

    static Freed freed(Optional<Ask> rejoin, List<Object> reply) {
        boolean held = number(reply, 0) == 1;
        if (rejoin.isEmpty()) {
            return held ? FREED : NOT_HELD;
        }
        return new Freed(held, rejoin.map(ask -> of(ask, reply, 1)));
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
        boolean mutex = ask.demand().kind() == LockKind.MUTEX;
        boolean foreign = mutex && LockValue.of(text).isForeign();
        String holder =
                mutex ? LockValue.of(text).describe(ttl) : SharedClaim.of(text).describe();
        return code == BUSY_CODE
                ? new Answer.Busy(untilNews(foreign, ttl, true), holder)
                : new Answer.Waiting(ask.grantLease(), untilNews(foreign, ttl, first), holder);
    }

    /** {@return when there may be something new: for those behind the first in the queue, others see to it sooner} */
    private static Duration untilNews(boolean foreign, long ttl, boolean first) {
        if (!first) {
            return Duration.ofMillis(Math.max(ttl, HEARTBEAT));
        }
        long end = ttl < 0 ? HEARTBEAT : Math.max(1, ttl);
        return Duration.ofMillis(foreign ? Math.min(FOREIGN_POLL, end) : end);
    }

    private static long number(List<Object> reply, int index) {
        return (Long) reply.get(index);
    }
}
