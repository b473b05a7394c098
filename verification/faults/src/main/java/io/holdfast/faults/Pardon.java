package io.holdfast.faults;

/**
 * What may stay when all clients have closed.
 *
 * @param locks whether locks may stay, for as long as a clock was off
 * @param places whether places in queues may stay, of clients that died, or since the store forgot who left
 */
record Pardon(boolean locks, boolean places) {}
