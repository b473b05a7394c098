/** Who is measured: Holdfast and the others, and the servers they meet on. Another store is another {@link io.holdfast.benchmarks.rivals.Stage}. */
@NullMarked
package io.holdfast.benchmarks.rivals;

import org.jspecify.annotations.NullMarked;
