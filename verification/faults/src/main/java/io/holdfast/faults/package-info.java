/**
 * Real faults: clients in processes of their own work on locks of real servers, while something is broken by a schedule that
 * a seed gives. What each client was told is recorded, and checked afterwards.
 *
 * <p>The {@link io.holdfast.faults.Matrix} says what is broken where, and what has to hold all the same.
 */
@NullMarked
package io.holdfast.faults;

import org.jspecify.annotations.NullMarked;
