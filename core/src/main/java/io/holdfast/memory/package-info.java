/**
 * The in-memory store: locks between the clients of one JVM, with all of the semantics and none of the servers.
 *
 * <p>It is what an application's unit tests use, and the reference for what a store has to do. See
 * {@link io.holdfast.memory.MemoryStore}.
 */
@NullMarked
package io.holdfast.memory;

import org.jspecify.annotations.NullMarked;
