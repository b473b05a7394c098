package io.holdfast;

import java.time.Instant;

/**
 * Who a client of a store is.
 *
 * @param id a random id, new for each {@link Holdfast} that is opened
 * @param application the name given at {@link Holdfast.Builder#application(String)}, or empty
 * @param host the name of its machine
 * @param pid the id of its process
 * @param started when it was opened, by its own clock
 */
public record ClientInfo(String id, String application, String host, long pid, Instant started) {}
