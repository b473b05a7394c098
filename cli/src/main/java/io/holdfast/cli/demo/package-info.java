/** The demonstration: several processes that sell the same stock. */
@NullMarked
package io.holdfast.cli.demo;

import org.jspecify.annotations.NullMarked;
