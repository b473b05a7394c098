/** Locks that are wrong, and must be convicted: a checker that convicts nobody proves nothing. */
@NullMarked
package io.holdfast.simulation.control;

import org.jspecify.annotations.NullMarked;
