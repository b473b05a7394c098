package io.holdfast.redis;

import io.holdfast.Lease;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What locks protect: it knows by itself whether two are at it at once, and whether a token is not above the last. */
final class GuardedResource {

    private static final class Part {
        final AtomicReference<@Nullable Thread> inside = new AtomicReference<>();
        long last;
    }

    private final Map<String, Part> parts = new ConcurrentHashMap<>();

    /** Is used by the holder of a lease, and complains if that lets two in, or comes with an old token. */
    void use(Lease lease) {
        Part part = parts.computeIfAbsent(lease.name(), name -> new Part());
        Thread me = Thread.currentThread();
        if (!part.inside.compareAndSet(null, me)) {
            throw new AssertionError("Two are inside '" + lease.name() + "'");
        }
        long before = part.last;
        part.last = lease.token();
        Thread.yield();
        if (!part.inside.compareAndSet(me, null)) {
            throw new AssertionError("Another came inside '" + lease.name() + "'");
        }
        if (lease.token() <= before) {
            throw new AssertionError("Token " + lease.token() + " of '" + lease.name() + "' is not above " + before);
        }
    }
}
