/** How fast Holdfast is, and others: {@code ./holdfast bench}. */
@NullMarked
package io.holdfast.benchmarks;

import org.jspecify.annotations.NullMarked;
