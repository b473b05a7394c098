package io.holdfast.cli;

import java.util.Map;

/** What a command that runs under a lock is told of it. */
final class Environment {

    private static final String OWNER = "HOLDFAST_OWNER";

    private Environment() {}

    static Map<String, String> of(String lock, long token, String owner) {
        return Map.of("HOLDFAST_LOCK", lock, "HOLDFAST_TOKEN", Long.toString(token), OWNER, owner);
    }

    /** {@return an entry that only this holder's processes have in their environment} */
    static String mark(String owner) {
        return OWNER + "=" + owner;
    }
}
