/** What all commands have in common: how they write, what they read, and how they end. */
@NullMarked
package io.holdfast.cli.console;

import org.jspecify.annotations.NullMarked;
