/** What the fault runs need to reach in the Redis store, and users do not. */
@NullMarked
package io.holdfast.redis;

import org.jspecify.annotations.NullMarked;
