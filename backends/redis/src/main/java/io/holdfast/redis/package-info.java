/**
 * The Redis store, on Lettuce: a lock is a plain key that other languages know too, with a queue beside it.
 *
 * <p>See {@link io.holdfast.redis.RedisStore}.
 */
@NullMarked
package io.holdfast.redis;

import org.jspecify.annotations.NullMarked;
