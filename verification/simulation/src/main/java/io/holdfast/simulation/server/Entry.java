package io.holdfast.simulation.server;

/**
 * What a key has.
 *
 * @param value a {@link String}, {@link FieldMap} or {@link SortedSet}
 * @param expires the last millisecond in which it is there; {@link #NEVER} if it has no end
 */
record Entry(Object value, long expires) {

    static final long NEVER = Long.MAX_VALUE;

    String type() {
        return value instanceof String ? "string" : value instanceof FieldMap ? "hash" : "zset";
    }

    Entry until(long end) {
        return new Entry(value, end);
    }
}
