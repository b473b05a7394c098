package io.holdfast.redis;

import io.holdfast.LockKind;
import io.holdfast.spi.Held;

/**
 * How a claim that is held is put to the scripts.
 *
 * @param claim what it is kept as
 * @param token its token; empty for a mutex, which has it in there
 */
record HeldText(String claim, String token) {

    static HeldText of(Held held) {
        return held.demand().kind() == LockKind.MUTEX
                ? new HeldText(LockValue.text(held.owner(), held.token()), "")
                : new HeldText(SharedClaim.text(held.owner(), held.demand().units()), Long.toString(held.token()));
    }
}
