package io.holdfast.simulation.server;

/**
 * A reply that says how it went, as OK or PONG.
 *
 * @param text what it says
 */
public record Status(String text) {}
