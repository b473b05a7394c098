/** Time that passes only when it is told to, and machines that live in it. */
@NullMarked
package io.holdfast.simulation.time;

import org.jspecify.annotations.NullMarked;
