package io.holdfast.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What was read of some locks. */
final class Reading {

    private static final int LOCK_COLUMNS = LockRow.COLUMNS.split(",", -1).length;
    private static final int LOCK = 3;
    private static final int CLAIM = LOCK + LOCK_COLUMNS;

    private record Found(LockRow lock, List<ClaimRow> claims) {}

    private final Dialect dialect;
    private final Map<String, Found> locks = new LinkedHashMap<>();
    private final Set<String> marked = new HashSet<>();
    private long now;

    Reading(Dialect dialect) {
        this.dialect = dialect;
    }

    /** {@return the names in a result that has nothing else} */
    static List<byte[]> names(ResultSet result) throws SQLException {
        List<byte[]> names = new ArrayList<>();
        while (result.next()) {
            names.add(result.getBytes(1));
        }
        return names;
    }

    /** Takes in the rows of {@link Tables#read}. */
    void rows(ResultSet result) throws SQLException {
        while (result.next()) {
            now = dialect.micros(result, 1);
            String name = new String(result.getBytes(2), UTF_8);
            Found found = locks.get(name);
            if (found == null) {
                found = new Found(LockRow.read(result, LOCK), new ArrayList<>());
                locks.put(name, found);
            }
            if (result.getString(CLAIM) != null) {
                found.claims.add(ClaimRow.read(result, CLAIM));
            }
        }
    }

    /** Takes in the rows of {@link Tables#marked}. */
    void marks(ResultSet result) throws SQLException {
        while (result.next()) {
            marked.add(result.getString(1));
        }
    }

    /** Leaves out all locks but those. */
    void retain(List<byte[]> names) {
        locks.keySet()
                .retainAll(names.stream().map(name -> new String(name, UTF_8)).toList());
    }

    /** {@return whether any of those owner ids could be used up} */
    boolean hasMarks(Collection<String> owners) {
        return !owners.isEmpty() && locks.values().stream().anyMatch(found -> found.lock.markedUntil() > now);
    }

    /** {@return the names of the locks that are there} */
    Set<String> names() {
        return locks.keySet();
    }

    /** {@return the queues of the locks that are there, by name} */
    Map<String, StoredQueue> queues() {
        Map<String, StoredQueue> queues = new LinkedHashMap<>();
        locks.forEach((name, found) -> queues.put(name, new StoredQueue(name, now, found.lock, found.claims, marked)));
        return queues;
    }
}
