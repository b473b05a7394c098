package io.holdfast.engine;

import io.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;

/**
 * Cleans up what requests of unknown outcome may have left at the store, detached from whoever caused them.
 *
 * <p>It goes on until the store has confirmed it, or until whatever could be left there has ended by itself.
 */
final class Cleaner {

    /** How much longer than a lease to go on trying: a queue's entry that is silent for that long is dropped. */
    private static final long QUEUE_LIFE = StoreSession.FORGET_AFTER.toNanos();

    private static final long DONE = Long.MIN_VALUE;

    private final Engine engine;
    private final Set<Claim> later = ConcurrentHashMap.newKeySet();

    Cleaner(Engine engine) {
        this.engine = engine;
    }

    /** Sees to it that a claim neither waits nor holds, now or later. */
    void abandon(Claim claim) {
        abandon(claim, engine.now(), 1);
    }

    /** Abandons a claim that ends by itself at a time, but may not have. */
    void abandonAt(Claim claim, long at) {
        later.add(claim);
        engine.schedule(() -> abandonNow(claim), at - engine.now());
        if (engine.isClosed()) {
            abandonNow(claim);
        }
    }

    /** Repeats a release that was not answered; being told that it is not ours then means that it is done. */
    void release(Claim claim, long keepUntil) {
        release(claim, keepUntil, engine.now(), 1);
    }

    /** Abandons at once whatever waits for its time, since the client closes. */
    void hurry() {
        later.forEach(this::abandonNow);
    }

    private void abandon(Claim claim, long since, int tries) {
        long life = life(claim);
        LongConsumer againUntil = until -> {
            if (engine.now() - since < until) {
                engine.schedule(() -> abandon(claim, since, tries + 1), engine.backoff(tries));
            } else {
                engine.forget(claim);
            }
        };
        engine.request(
                session -> session.abandon(claim.ask),
                certain -> againUntil.accept(certain ? DONE : life),
                error -> againUntil.accept(Failures.isDefinite(error) ? DONE : life + QUEUE_LIFE));
    }

    private void release(Claim claim, long keepUntil, long since, int tries) {
        Duration keepFor = Duration.ofNanos(Math.max(0, keepUntil - engine.now()));
        engine.request(
                session -> session.release(claim.held(claim.ask.lease()), keepFor, Optional.empty()),
                freed -> engine.forget(claim),
                error -> {
                    // A renewal may have been under way: it lives for a lease from the release on, not longer.
                    if (engine.now() - since < life(claim)) {
                        engine.schedule(() -> release(claim, keepUntil, since, tries + 1), engine.backoff(tries));
                    } else {
                        engine.forget(claim);
                    }
                });
    }

    private static long life(Claim claim) {
        return claim.ask.lease().plus(claim.ask.lockDelay()).toNanos();
    }

    private void abandonNow(Claim claim) {
        if (later.remove(claim)) {
            abandon(claim);
        }
    }
}
