package io.holdfast.simulation.server;

import java.util.Map;

/** What a server kept at one time. It never changes, and shares what has not changed with the server. */
public final class Snapshot {

    static final Snapshot EMPTY = new Snapshot(Map.of());

    private final Map<String, Entry> entries;

    Snapshot(Map<String, Entry> entries) {
        this.entries = entries;
    }

    Map<String, Entry> entries() {
        return entries;
    }
}
