/**
 * The engine: what turns a store's queue of claims into locks. Hidden; it is reached through the API only.
 *
 * <p>The state machine is in {@link io.holdfast.engine.Cohort}; start there.
 */
@NullMarked
package io.holdfast.engine;

import org.jspecify.annotations.NullMarked;
