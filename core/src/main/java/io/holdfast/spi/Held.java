package io.holdfast.spi;

import java.time.Duration;

/**
 * A claim that was granted, as its owner knows it.
 *
 * @param name the lock
 * @param demand what part of it
 * @param owner the owner id
 * @param token the first token of the grant
 * @param lease for how long to renew it
 * @param lockDelay what to add to the store's expiry, beyond what the holder is told
 */
public record Held(String name, Demand demand, String owner, long token, Duration lease, Duration lockDelay) {}
