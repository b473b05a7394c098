package io.holdfast.spi.queue;

import io.holdfast.ClaimInfo;
import io.holdfast.ClientInfo;
import io.holdfast.spi.Ask;
import io.holdfast.spi.StoreSession;
import io.holdfast.spi.Tokens;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One place in a lock's queue: somebody who waits, or holds, or whose time is over while the lock is still kept closed
 * (a lock delay, or a minimum hold). In that last state no owner matches it any more.
 *
 * <p>Times are in nanoseconds of the store's clock, of which only differences mean anything.
 *
 * @param <C> what the store knows a claim's client by
 */
public final class Claim<C> {

    private static final long DEAD_AFTER = StoreSession.DEAD_AFTER.toNanos();
    private static final long FORGET_AFTER = StoreSession.FORGET_AFTER.toNanos();

    private final Ask ask;
    private C client;

    private @Nullable Tokens tokens;
    private long since;
    private long seen;
    private long validUntil;
    private long keptUntil;

    Claim(Ask ask, C client, long now) {
        this.ask = ask;
        this.client = client;
        this.since = now;
        this.seen = now;
    }

    /**
     * {@return a claim that waits, as it was kept}
     *
     * @param ask what it asked for
     * @param client whose it is
     * @param since since when it waits
     * @param seen when it was last heard of
     * @param <C> what the store knows a client by
     */
    public static <C> Claim<C> waiting(Ask ask, C client, long since, long seen) {
        Claim<C> claim = new Claim<>(ask, client, since);
        claim.seen = seen;
        return claim;
    }

    /**
     * {@return a claim that was granted, as it was kept}
     *
     * @param ask what it asked for
     * @param client whose it is
     * @param tokens the tokens of its grant
     * @param since since when it holds
     * @param validUntil until when its owner may hold it
     * @param keptUntil until when the lock stays closed
     * @param <C> what the store knows a client by
     */
    public static <C> Claim<C> granted(Ask ask, C client, Tokens tokens, long since, long validUntil, long keptUntil) {
        Claim<C> claim = new Claim<>(ask, client, since);
        claim.tokens = tokens;
        claim.validUntil = validUntil;
        claim.keptUntil = keptUntil;
        return claim;
    }

    /**
     * {@return what it asked for}
     */
    public Ask ask() {
        return ask;
    }

    /**
     * {@return whose it is}
     */
    public C client() {
        return client;
    }

    /**
     * Notes that its client is now known by something else, such as another address.
     *
     * @param other what it is known by
     */
    public void isOf(C other) {
        client = other;
    }

    /**
     * {@return the tokens of its grant; null while it waits}
     */
    public @Nullable Tokens tokens() {
        return tokens;
    }

    /**
     * {@return since when it holds, or waits}
     */
    public long since() {
        return since;
    }

    /**
     * {@return when it was last heard of, if it waits}
     */
    public long seen() {
        return seen;
    }

    /**
     * {@return until when its owner may hold it, if it was granted}
     */
    public long validUntil() {
        return validUntil;
    }

    /**
     * {@return until when the store keeps it, if it was granted}
     */
    public long keptUntil() {
        return keptUntil;
    }

    int units() {
        return ask.demand().units();
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

    ClaimInfo info(Function<C, Optional<ClientInfo>> clients, long now) {
        return new ClaimInfo(
                ask.owner(),
                clients.apply(client),
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
