/**
 * A Redis server without a network, a process or a clock of its own, that runs the real scripts.
 *
 * <p>Texts are bytes to Redis. In here each is a {@link String} with a character per byte, and outside one in the usual
 * sense: see {@code Bytes}.
 */
@NullMarked
package io.holdfast.simulation.server;

import org.jspecify.annotations.NullMarked;
