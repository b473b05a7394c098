package io.holdfast.history;

import java.util.HashMap;
import java.util.Map;

/** What locks protect, if it can compare numbers: it refuses a token below the highest that it has seen. */
public final class Resource {

    private final Map<String, Long> highest = new HashMap<>();

    /** Nothing was written yet. */
    public Resource() {}

    /**
     * {@return whether it takes a write}
     *
     * @param lock what is written to
     * @param token the token of the writer's lease
     */
    public synchronized boolean write(String lock, long token) {
        return highest.merge(lock, token, Math::max) == token;
    }
}
