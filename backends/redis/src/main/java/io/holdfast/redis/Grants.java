package io.holdfast.redis;

import io.holdfast.spi.Environment;
import io.holdfast.spi.Tokens;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** What the owners of one session have got from a quorum: what a node has to be told that knows nothing of it. */
final class Grants {

    /** For how long an owner that is not heard of is kept: longer than any lease. */
    private static final long KEPT =
            QuorumSettings.LONGEST_LEASE.multipliedBy(2).toNanos();

    private static final int BETWEEN_SWEEPS = 256;

    /**
     * What an owner got.
     *
     * @param claim under what id
     * @param tokens its tokens
     * @param note its note
     */
    record Grant(QuorumClaim claim, Tokens tokens, String note) {}

    /**
     * What is known of an owner.
     *
     * @param grant what it got, if it has not only asked
     * @param givenBack whether it is giving that back
     * @param heard when it was last heard of
     */
    private record Entry(@Nullable Grant grant, boolean givenBack, long heard) {}

    private final Map<String, Entry> entries = new ConcurrentHashMap<>();
    private final AtomicInteger asked = new AtomicInteger();
    private final Environment.Clock clock;

    Grants(Environment.Clock clock) {
        this.clock = clock;
    }

    /** Notes that an owner asks. */
    void asks(String owner) {
        long now = clock.nanos();
        entries.putIfAbsent(owner, new Entry(null, false, now));
        if (asked.incrementAndGet() % BETWEEN_SWEEPS == 0) {
            entries.values().removeIf(entry -> now - entry.heard() > KEPT);
        }
    }

    /** Notes what it got. {@return whether it still wants it} */
    boolean keep(String owner, Grant grant) {
        long now = clock.nanos();
        return entries.computeIfPresent(owner, (same, entry) -> new Entry(grant, false, now)) != null;
    }

    /** Notes that it got nothing. */
    void nothing(String owner) {
        entries.computeIfPresent(owner, (same, entry) -> entry.grant() == null ? null : entry);
    }

    /** {@return what it got, if it has not given up; also while it gives it back, for that may have to be repeated} */
    Optional<Grant> find(String owner) {
        Entry entry = entries.get(owner);
        return entry == null ? Optional.empty() : Optional.ofNullable(entry.grant());
    }

    /** {@return what it got, if it neither gave it up nor gives it back} */
    Optional<Grant> held(String owner) {
        Entry entry = entries.get(owner);
        return entry == null || entry.givenBack() ? Optional.empty() : Optional.ofNullable(entry.grant());
    }

    /** Notes that it still has it. */
    void renewed(String owner) {
        long now = clock.nanos();
        entries.computeIfPresent(owner, (same, entry) -> new Entry(entry.grant(), entry.givenBack(), now));
    }

    /** Notes that it gives it back. */
    void givesBack(String owner) {
        long now = clock.nanos();
        entries.computeIfPresent(owner, (same, entry) -> new Entry(entry.grant(), true, now));
    }

    /** Forgets it. */
    void end(String owner) {
        entries.remove(owner);
    }
}
