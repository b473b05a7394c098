/** What the simulation needs to know of the Redis stores, and they show to nobody else. */
@NullMarked
package io.holdfast.redis;

import org.jspecify.annotations.NullMarked;
