package io.holdfast.jdbc;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Names of locks of which something was seen lately. It is a hint: not all are kept, and being wrong costs a message. */
final class NameSet {

    private static final int MOST = 10_000;

    private final Set<String> names = ConcurrentHashMap.newKeySet();

    boolean contains(String name) {
        return names.contains(name);
    }

    void add(String name) {
        if (names.size() >= MOST) {
            names.clear();
        }
        names.add(name);
    }

    void remove(String name) {
        names.remove(name);
    }
}
