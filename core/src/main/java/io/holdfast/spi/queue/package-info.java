/**
 * The claim model, ready to use for a store that decides in Java: it reads a queue from where it is kept, has one operation
 * done to it, and writes back what changed, all while nobody else can. See {@link io.holdfast.spi.queue.ClaimQueue}.
 */
@NullMarked
package io.holdfast.spi.queue;

import org.jspecify.annotations.NullMarked;
