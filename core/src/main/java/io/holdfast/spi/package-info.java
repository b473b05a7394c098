/**
 * What a store has to provide. Applications need nothing of it.
 *
 * <p>A lock name has an ordered queue of claims, each with an owner, a number of units and a deadline; the holders are
 * the longest prefix of the queue that fits the capacity. A store keeps that queue, atomically. The engine does the
 * rest (waiting, renewing, cleaning up, handing over between threads), once, for all stores. Start at
 * {@link io.holdfast.spi.ClaimStore}; the contract is the test kit {@code holdfast-tck}.
 */
@NullMarked
package io.holdfast.spi;

import org.jspecify.annotations.NullMarked;
