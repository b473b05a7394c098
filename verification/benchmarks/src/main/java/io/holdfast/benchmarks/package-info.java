/** How fast things are. */
@NullMarked
package io.holdfast.benchmarks;

import org.jspecify.annotations.NullMarked;
