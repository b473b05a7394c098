package io.holdfast.redis;

import io.holdfast.LockKind;
import io.holdfast.spi.Answer;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Environment;
import io.holdfast.spi.Held;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The notes of this session's claims, which stand in a key beside the lock: that of a mutex in the fence, others with the
 * holders. Such a key ends an hour after the latest grant, and a renewal knows the lock alone; so for a claim with a note,
 * and for no other, the key is renewed too, now and then.
 */
final class Notes {

    private static final long LIFE = Duration.ofHours(1).toNanos();
    private static final long EVERY = Duration.ofMinutes(15).toNanos();

    /**
     * A claim that has a note.
     *
     * @param end until when its key lives at least, by the client's clock
     * @param life for how long it is to live from a renewal on
     */
    private record Noted(long end, long life) {}

    private final Servers servers;
    private final Environment.Clock clock;
    private final String prefix;
    private final Map<String, Noted> noted = new ConcurrentHashMap<>();

    Notes(Servers servers, Environment.Clock clock, String prefix) {
        this.servers = servers;
        this.clock = clock;
        this.prefix = prefix;
    }

    /** {@return the same claim without its note, for requests that find it where it is} */
    static Ask without(Ask ask) {
        return ask.note().isEmpty()
                ? ask
                : new Ask(
                        ask.name(),
                        ask.demand(),
                        ask.owner(),
                        ask.lease(),
                        ask.grantLease(),
                        ask.lockDelay(),
                        ask.block());
    }

    /** Knows from now on that a claim has a note, if it has one. */
    void asked(Ask ask) {
        if (!ask.note().isEmpty()) {
            long now = clock.nanos();
            // Of a claim that was lost, and waited for its end, nothing more is heard.
            noted.values().removeIf(other -> now - other.end() > other.life());
            noted.put(ask.owner(), new Noted(now + LIFE, life(ask.lease(), ask.lockDelay())));
        }
    }

    /** Forgets a claim that got nothing. */
    void answered(Ask ask, Answer answer) {
        if (!(answer instanceof Answer.Granted || answer instanceof Answer.Waiting)) {
            over(ask.owner());
        }
    }

    /** Forgets a claim that is over. */
    void over(String owner) {
        noted.remove(owner);
    }

    /** Renews what has the notes of claims, if it is time; an error is none of theirs, and the next renewal tries again. */
    void renew(List<Held> claims) {
        if (!noted.isEmpty()) {
            claims.forEach(this::renew);
        }
    }

    private void renew(Held held) {
        Noted known = noted.get(held.owner());
        long now = clock.nanos();
        long life = life(held.lease(), held.lockDelay());
        if (known == null || known.end() - now > life - EVERY) {
            return;
        }
        LockKeys keys = LockKeys.of(prefix, held.name());
        String key = held.demand().kind() == LockKind.MUTEX ? keys.fence() : keys.holders();
        String[] args = {RedisSession.millis(Duration.ofNanos(life))};
        var unused = servers.run(
                held.name(),
                Script.KEEP,
                new String[] {key},
                args,
                reply -> Optional.ofNullable(
                        noted.computeIfPresent(held.owner(), (owner, before) -> new Noted(now + life, life))));
    }

    private static long life(Duration lease, Duration lockDelay) {
        return Math.max(LIFE, lease.plus(lockDelay).toNanos());
    }
}
