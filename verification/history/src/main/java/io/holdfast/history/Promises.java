package io.holdfast.history;

import java.time.Duration;
import java.util.Optional;

/**
 * What is promised in a scenario. Tokens and the refusal of stale writes are promised in all of them.
 *
 * @param exclusion whether no two hold at once: not where a store may forget what it has acknowledged
 * @param keeps whether nobody loses a lease before its deadline: not where so much is forgotten that it cannot be kept
 * @param epochs whether readers that hold together have the same token
 * @param soon how long a lock may be free while somebody waits for it and all is well
 * @param recovery how long after all is well again that counts
 * @param late how long after its deadline a holder may be told of a loss
 * @param overtaking how much later than one who waits for a strictly ordered lock another may come and be served first;
 *     none if there is no such order
 */
public record Promises(
        boolean exclusion,
        boolean keeps,
        boolean epochs,
        Duration soon,
        Duration recovery,
        Duration late,
        Optional<Duration> overtaking) {

    /** {@return the same but for exclusion: the store may forget what it has acknowledged} */
    public Promises withoutExclusion() {
        return new Promises(false, false, false, soon, recovery, late, overtaking);
    }

    /** {@return the same, but a lease may be lost before its deadline, of which its holder is told} */
    public Promises withLosses() {
        return new Promises(exclusion, false, epochs, soon, recovery, late, overtaking);
    }

    /** {@return the same, but nobody has to be served} */
    public Promises withoutService() {
        return new Promises(exclusion, keeps, epochs, Duration.ofDays(10_000), recovery, late, Optional.empty());
    }
}
