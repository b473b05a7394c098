package io.holdfast.memory;

import io.holdfast.ClaimInfo;
import io.holdfast.spi.Ask;
import io.holdfast.spi.StoreSession;
import io.holdfast.spi.Tokens;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One place in a lock's queue: somebody who waits, or holds, or whose time is over while the lock is still kept closed
 * (a lock delay, or a minimum hold). In that last state no owner matches it any more.
 *
 * <p>Times are in nanoseconds of the store's clock, of which only differences mean anything.
 */
final class Claim {

    private static final long DEAD_AFTER = StoreSession.DEAD_AFTER.toNanos();
    private static final long FORGET_AFTER = StoreSession.FORGET_AFTER.toNanos();

    final Ask ask;
    final MemorySession session;

    private @Nullable Tokens tokens;
    private long since;
    private long seen;
    private long validUntil;
    private long keptUntil;

    Claim(Ask ask, MemorySession session, long now) {
        this.ask = ask;
        this.session = session;
        this.since = now;
        this.seen = now;
    }

    int units() {
        return ask.demand().units();
    }

    /** {@return the tokens of its grant; null while it waits} */
    @Nullable
    Tokens tokens() {
        return tokens;
    }

    boolean waits() {
        return tokens == null;
    }

    boolean holds(long now) {
        return tokens != null && validUntil - now > 0;
    }

    /** {@return whether it waits, and was heard of lately} */
    boolean waitsAlive(long now) {
        return tokens == null && now - seen < DEAD_AFTER;
    }

    /** {@return whether the store has no reason to keep it any longer} */
    boolean ended(long now) {
        return tokens == null ? now - seen >= FORGET_AFTER : keptUntil - now <= 0;
    }

    void heardOf(long now) {
        seen = now;
    }

    void grant(Tokens tokens, Duration lease, long now) {
        this.tokens = tokens;
        this.since = now;
        this.validUntil = now + lease.toNanos();
        this.keptUntil = validUntil + ask.lockDelay().toNanos();
    }

    void renew(Duration lease, Duration lockDelay, long now) {
        validUntil = later(validUntil, now + lease.toNanos());
        keptUntil = later(keptUntil, validUntil + lockDelay.toNanos());
    }

    /** Takes it from its owner, and keeps the lock closed for a while. */
    void keep(Duration time, long now) {
        validUntil = now;
        keptUntil = now + time.toNanos();
    }

    Duration validFor(long now) {
        return Duration.ofNanos(validUntil - now);
    }

    long keptFor(long now) {
        return (tokens == null ? seen + FORGET_AFTER : keptUntil) - now;
    }

    ClaimInfo info(long now) {
        return new ClaimInfo(
                ask.owner(),
                Optional.of(session.client()),
                units(),
                tokens == null ? 0 : tokens.first(),
                Duration.ofNanos(now - since),
                Duration.ofNanos(keptFor(now)),
                ask.note());
    }

    private static long later(long one, long other) {
        return one - other >= 0 ? one : other;
    }
}
