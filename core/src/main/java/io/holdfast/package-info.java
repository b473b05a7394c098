/**
 * The API: distributed locks with leases, fencing tokens and fair waiting, the same on every store.
 *
 * <p>Start at {@link io.holdfast.Holdfast}.
 */
@NullMarked
package io.holdfast;

import org.jspecify.annotations.NullMarked;
