package io.holdfast.simulation.server;

/**
 * A key that is alive.
 *
 * @param key its name
 * @param type what TYPE says of it
 * @param ttlMillis how long it has left; -1 if it has no end
 */
public record KeyView(String key, String type, long ttlMillis) {}
