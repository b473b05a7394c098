package io.holdfast.spi.line;

/**
 * A place in the line that this session made.
 *
 * @param place the place
 * @param id a number that grows with each entry of a lock: tokens are made of it
 * @param life what it lives by
 */
public record Entry(Place place, long id, Life life) {}
