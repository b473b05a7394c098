/** The command line: one class per command. */
@NullMarked
package io.holdfast.cli;

import org.jspecify.annotations.NullMarked;
