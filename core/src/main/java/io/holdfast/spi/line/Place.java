package io.holdfast.spi.line;

import io.holdfast.spi.Demand;

/**
 * A claim as it stands in the line of a lock.
 *
 * @param owner the owner id, or {@link #NOBODY}
 * @param demand what part of the lock it takes
 * @param key what the store knows the entry by: one that was removed and entered again has another
 */
public record Place(String owner, Demand demand, String key) {

    /** Stands where an owner would, in a place that keeps a lock closed after its release. */
    public static final String NOBODY = "nobody: it stays closed for a while after its release";
}
