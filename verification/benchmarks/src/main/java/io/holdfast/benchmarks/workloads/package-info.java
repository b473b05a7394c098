/** What they are measured at. */
@NullMarked
package io.holdfast.benchmarks.workloads;

import org.jspecify.annotations.NullMarked;
