/** How locks, and who holds them and waits for them, are shown. */
@NullMarked
package io.holdfast.cli.view;

import org.jspecify.annotations.NullMarked;
