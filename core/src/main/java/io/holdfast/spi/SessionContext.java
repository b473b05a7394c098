package io.holdfast.spi;

import io.holdfast.ClientInfo;

/**
 * What the engine gives a session.
 *
 * @param client who the client is, for inspection
 * @param signals whom to tell what happens at the store
 * @param environment the time and the timer to use
 */
public record SessionContext(ClientInfo client, Signals signals, Environment environment) {}
