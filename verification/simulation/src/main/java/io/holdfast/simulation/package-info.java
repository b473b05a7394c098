/** Worlds in which everything that can go wrong does, the same way each time. */
@NullMarked
package io.holdfast.simulation;

import org.jspecify.annotations.NullMarked;
