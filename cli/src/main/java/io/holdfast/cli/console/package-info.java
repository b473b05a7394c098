/** What all commands have in common: the terminal they write to, and how they end. */
@NullMarked
package io.holdfast.cli.console;

import org.jspecify.annotations.NullMarked;
