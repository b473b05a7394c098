package io.holdfast.simulation.server;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The keys and what they have, at one time: it stands still while a command runs, or a script. A key whose time is over
 * is not there.
 *
 * <p>A hash or a sorted set belongs to whoever has its stamp. A snapshot takes all there are, and the stamp is a new one
 * from then on: what is changed after that is copied first.
 */
final class Keyspace {

    private Map<String, Entry> entries = new HashMap<>();
    private Object stamp = new Object();
    private long micros;
    private long millis;

    /** Has what comes happen at that time. */
    void turnTo(long time) {
        micros = time;
        millis = Math.floorDiv(time, 1000);
    }

    long micros() {
        return micros;
    }

    long millis() {
        return millis;
    }

    Snapshot snapshot() {
        stamp = new Object();
        return new Snapshot(Map.copyOf(entries));
    }

    void restore(Snapshot snapshot) {
        stamp = new Object();
        entries = new HashMap<>(snapshot.entries());
    }

    @Nullable
    Entry find(String key) {
        Entry entry = entries.get(key);
        if (entry != null && millis > entry.expires()) {
            entries.remove(key);
            return null;
        }
        return entry;
    }

    @Nullable
    String text(String key) {
        Entry entry = find(key);
        if (entry == null) {
            return null;
        } else if (entry.value() instanceof String text) {
            return text;
        }
        throw Refusal.wrongType();
    }

    @Nullable
    FieldMap fields(String key) {
        Entry entry = find(key);
        if (entry == null) {
            return null;
        } else if (entry.value() instanceof FieldMap map) {
            return map;
        }
        throw Refusal.wrongType();
    }

    @Nullable
    SortedSet sorted(String key) {
        Entry entry = find(key);
        if (entry == null) {
            return null;
        } else if (entry.value() instanceof SortedSet set) {
            return set;
        }
        throw Refusal.wrongType();
    }

    /** {@return a hash to change, a new one if there is none} */
    FieldMap fieldsToChange(String key) {
        FieldMap found = fields(key);
        FieldMap mine = found == null ? new FieldMap(stamp) : found.owned(stamp);
        if (mine != found) {
            keep(key, mine);
        }
        return mine;
    }

    /** {@return a sorted set to change, a new one if there is none} */
    SortedSet sortedToChange(String key) {
        SortedSet found = sorted(key);
        SortedSet mine = found == null ? new SortedSet(stamp) : found.owned(stamp);
        if (mine != found) {
            keep(key, mine);
        }
        return mine;
    }

    /** Has a key have something, for as long as what it has had. */
    void keep(String key, Object value) {
        Entry before = find(key);
        put(key, value, before == null ? Entry.NEVER : before.expires());
    }

    void put(String key, Object value, long expires) {
        entries.put(key, new Entry(value, expires));
    }

    /** Has a key that is there end at that time. */
    void expire(String key, long end) {
        entries.put(key, Objects.requireNonNull(entries.get(key)).until(end));
    }

    boolean remove(String key) {
        boolean found = find(key) != null;
        entries.remove(key);
        return found;
    }

    void clear() {
        entries.clear();
    }

    /** {@return those that are there, in order} */
    List<String> keys() {
        entries.values().removeIf(entry -> millis > entry.expires());
        return entries.keySet().stream().sorted().toList();
    }

    /** {@return how long a key has left: -1 if it has no end, -2 if it is not there} */
    long left(String key) {
        Entry entry = find(key);
        if (entry == null) {
            return -2;
        }
        return entry.expires() == Entry.NEVER ? -1 : entry.expires() - millis;
    }
}
