/** Servers and the connections to them: late, broken, one-way, restarted. */
@NullMarked
package io.holdfast.simulation.net;

import org.jspecify.annotations.NullMarked;
