/** The command that runs while a lock is held: its processes, the signals for it, and its end when the lock is lost. */
@NullMarked
package io.holdfast.cli.child;

import org.jspecify.annotations.NullMarked;
