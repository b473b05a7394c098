/**
 * What clients of a lock were told, and what must be true of it.
 *
 * <p>A history is a list of {@linkplain io.holdfast.history.Event events} in the order of their time: it does not matter
 * whether that time is a simulation's or that of several processes on one machine. The {@linkplain
 * io.holdfast.history.Checker checker} knows nothing of how locks are made, only what callers saw.
 */
@NullMarked
package io.holdfast.history;

import org.jspecify.annotations.NullMarked;
