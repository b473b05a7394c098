package io.holdfast.jdbc;

import io.holdfast.spi.Ask;
import io.holdfast.spi.Demand;
import io.holdfast.spi.Tokens;
import io.holdfast.spi.queue.Claim;
import io.holdfast.spi.queue.ClaimQueue;
import io.holdfast.spi.queue.Marks;
import io.holdfast.spi.queue.Mint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The queue of one lock as the tables have it: read while the lock's row is locked, changed by the claim model, and written
 * back as far as it differs from what was read.
 */
final class StoredQueue implements Mint, Marks {

    private static final long SHORTEST_MARK = 60 * Micros.SECOND;

    private static final long LONGEST_POLL = 250_000_000;

    private final String name;
    private final byte[] key;
    private final long now;
    private final LockRow before;
    private final Map<String, ClaimRow> rows = new LinkedHashMap<>();
    private final Set<String> marked;
    private final Map<String, Long> marks = new LinkedHashMap<>();
    private final ClaimQueue<Contact> queue;
    private long nextToken;

    StoredQueue(String name, long now, LockRow before, List<ClaimRow> rows, Set<String> marked) {
        this.name = name;
        this.key = Sql.bytes(name);
        this.now = now;
        this.before = before;
        this.marked = marked;
        this.nextToken = before.nextToken();
        Demand use = before.use();
        List<Claim<Contact>> claims = new ArrayList<>(rows.size() + 1);
        Claim<Contact> holder = before.holder(name);
        if (holder != null) {
            claims.add(holder);
        }
        for (ClaimRow row : rows) {
            this.rows.put(row.owner(), row);
            claims.add(row.claim(name, use));
        }
        this.queue = new ClaimQueue<>(this, this, use, claims);
    }

    /** {@return the queue of a lock that has no row} */
    static StoredQueue empty(String name) {
        return new StoredQueue(name, 0, LockRow.fresh(0), List.of(), Set.of());
    }

    String name() {
        return name;
    }

    ClaimQueue<Contact> queue() {
        return queue;
    }

    /** {@return the time at which the database read it, in nanoseconds} */
    long now() {
        return Micros.toNanos(now);
    }

    /**
     * {@inheritDoc}
     *
     * <p>They follow the clock, so that a lock whose row was forgotten, by a failover or because nobody used it, goes on
     * above what it had.
     */
    @Override
    public Tokens tokens(int block) {
        long first = Math.max(nextToken, now - block + 1);
        nextToken = first + block;
        return new Tokens(first, nextToken - 1);
    }

    @Override
    public long epoch() {
        return nextToken - 1;
    }

    @Override
    public void leave(Ask ask, long time) {
        long life = Micros.ceil(ask.lease().plus(ask.lockDelay()));
        marks.put(ask.owner(), now + Math.max(SHORTEST_MARK, life));
    }

    @Override
    public boolean contains(String owner) {
        return marked.contains(owner) || marks.containsKey(owner);
    }

    /** {@return what makes the tables say what the queue is now} */
    List<Sql> changes(Tables tables) {
        List<Sql> removals = new ArrayList<>();
        List<Sql> changes = new ArrayList<>();
        Map<String, ClaimRow> left = new LinkedHashMap<>(rows);
        long ticket = 0;
        for (ClaimRow row : rows.values()) {
            ticket = Math.max(ticket, row.ticket());
        }
        Claim<Contact> alone = null;
        boolean queued = false;
        for (Claim<Contact> claim : queue.claims()) {
            if (claim.tokens() != null && claim.ask().demand().exclusive()) {
                alone = claim;
                continue;
            }
            queued = true;
            ClaimRow was = left.remove(claim.ask().owner());
            ClaimRow row = ClaimRow.of(claim, was == null ? ++ticket : was.ticket());
            if (was == null) {
                changes.add(tables.insert(key, row));
            } else if (!row.isLike(was)) {
                changes.add(tables.update(row));
            }
        }
        for (ClaimRow gone : left.values()) {
            removals.add(tables.delete(gone));
        }
        long markedUntil = before.markedUntil();
        for (Map.Entry<String, Long> mark : marks.entrySet()) {
            removals.add(tables.unmark(mark.getKey()));
            changes.add(tables.mark(mark.getKey(), mark.getValue()));
            markedUntil = Math.max(markedUntil, mark.getValue());
        }
        Demand use = queue.isEmpty() ? before.use() : queue.use();
        Tokens tokens = alone == null ? null : alone.tokens();
        LockRow after = alone == null || tokens == null
                ? before.without(use, nextToken, queued, markedUntil, now)
                : LockRow.of(use, alone, tokens, nextToken, queued, markedUntil);
        if (!after.equals(before)) {
            changes.add(tables.update(key, after));
        }
        removals.addAll(changes);
        return removals;
    }

    /** Notes how the client of a claim is told now: it may hear what it did not when it began to wait, or the other way round. */
    void reach(String owner, Contact contact) {
        for (Claim<Contact> claim : queue.claims()) {
            if (claim.ask().owner().equals(owner) && claim.client().client().equals(contact.client())) {
                claim.isOf(contact);
            }
        }
    }

    /** {@return whether there is anybody beside one who holds it alone} */
    boolean isCrowded() {
        int alone = 0;
        List<Claim<Contact>> claims = queue.claims();
        for (Claim<Contact> claim : claims) {
            alone += claim.tokens() != null && claim.ask().demand().exclusive() ? 1 : 0;
        }
        return claims.size() > alone;
    }

    /** {@return after what time one who waits asks again, if it is not told} */
    Duration patience(String owner, Duration shortest) {
        long waited = 0;
        int ahead = 0;
        for (Claim<Contact> claim : queue.claims()) {
            if (claim.ask().owner().equals(owner)) {
                waited = now() - claim.since();
                break;
            }
            ahead += claim.tokens() == null ? 1 : 0;
        }
        // A fraction of what it has waited already: a brief wait stays brief, and a long one costs little.
        long interval = Math.min(LONGEST_POLL, Math.max(shortest.toNanos(), waited / 8));
        return Duration.ofNanos(interval * (1 + ahead));
    }
}
