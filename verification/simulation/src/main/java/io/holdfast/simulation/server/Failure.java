package io.holdfast.simulation.server;

/**
 * A reply that is an error.
 *
 * @param message its text, which starts with a code, as WRONGTYPE or NOSCRIPT
 */
public record Failure(String message) {}
