package io.holdfast.jdbc;

import io.holdfast.ClientInfo;
import io.holdfast.spi.StoreSession;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/** The statements on the tables, those that are the same for every database. */
final class Tables {

    private static final int LONGEST_WORD = 256;

    /** What is true of a lock's row that nobody needs: since a time, with no mark and no token after another. */
    private static final String IDLE =
            "owner = '' AND queued = 0 AND since < ? AND marked_until < ? AND next_token < ?";

    final String lock;
    final String claim;
    final String gone;
    final String client;
    final String sweep;

    private final String updateLock;
    private final String updateClaim;
    private final String insertClaim;

    Tables(String prefix) {
        this.lock = prefix + "lock";
        this.claim = prefix + "claim";
        this.gone = prefix + "gone";
        this.client = prefix + "client";
        this.sweep = prefix + "sweep";
        this.updateLock = "UPDATE " + lock + " SET " + assignments(LockRow.COLUMNS) + " WHERE name = ?";
        this.updateClaim = "UPDATE " + claim + " SET " + assignments(ClaimRow.COLUMNS) + " WHERE owner = ?";
        this.insertClaim = "INSERT INTO " + claim + " (name, " + ClaimRow.COLUMNS + ") VALUES "
                + Sql.places(Collections.nCopies(columns(ClaimRow.COLUMNS).length + 1, "?"));
    }

    private static String[] columns(String list) {
        return list.split(", ", -1);
    }

    private static String assignments(String list) {
        return String.join(" = ?, ", columns(list)) + " = ?";
    }

    /** {@return all columns of a list, as those of a table with another name} */
    private static String of(String alias, String list) {
        return alias + "." + String.join(", " + alias + ".", columns(list));
    }

    Sql update(byte[] name, LockRow row) {
        List<Object> values = new ArrayList<>(Arrays.asList(row.values()));
        values.add(name);
        return new Sql(updateLock, values);
    }

    /** {@return a statement that gives back a lock that nobody waits for} */
    String giveBack(String clock) {
        return "UPDATE " + lock + " SET owner = '', client = '', first_token = 0, last_token = 0, since = " + clock
                + ", valid_until = 0, kept_until = 0, note = ''"
                + " WHERE name = ? AND owner = ? AND first_token = ? AND valid_until > " + clock + " AND queued = 0";
    }

    /** {@return the columns and places of a lock's row that is inserted} */
    Sql lockValues(byte[] name, LockRow row) {
        List<Object> values = new ArrayList<>();
        values.add(name);
        values.addAll(Arrays.asList(row.values()));
        return new Sql("(name, " + LockRow.COLUMNS + ") VALUES " + Sql.places(values), values);
    }

    Sql update(ClaimRow row) {
        List<Object> values = new ArrayList<>(Arrays.asList(row.values()));
        values.add(row.owner());
        return new Sql(updateClaim, values);
    }

    Sql insert(byte[] name, ClaimRow row) {
        List<Object> values = new ArrayList<>();
        values.add(name);
        values.addAll(Arrays.asList(row.values()));
        return new Sql(insertClaim, values);
    }

    Sql delete(ClaimRow row) {
        return Sql.of("DELETE FROM " + claim + " WHERE owner = ?", row.owner());
    }

    /** {@return a look at some locks with all their claims, each behind the time of that look} */
    Sql read(String clock, Collection<byte[]> names) {
        return new Sql(readText(clock, lock + " l WHERE l.name IN " + Sql.places(names)), List.copyOf(names));
    }

    /** {@return a look at the next locks that are in use, with all their claims} */
    Sql page(String clock, byte[] from, byte[] before, int limit) {
        String page = "(SELECT * FROM " + lock + " WHERE name >= ? AND name < ? AND (owner <> '' OR queued <> 0)"
                + " ORDER BY name LIMIT ?) l";
        return Sql.of(readText(clock, page), from, before, limit);
    }

    private String readText(String clock, String locks) {
        int where = locks.indexOf(" WHERE l.");
        String from = where < 0 ? locks : locks.substring(0, where);
        return "SELECT " + clock + ", l.name, " + of("l", LockRow.COLUMNS) + ", " + of("c", ClaimRow.COLUMNS) + " FROM "
                + from + " LEFT JOIN " + claim + " c ON c.name = l.name" + (where < 0 ? "" : locks.substring(where))
                + " ORDER BY l.name, c.ticket";
    }

    /** {@return who of some owner ids are used up} */
    Sql marked(Collection<String> owners) {
        return new Sql("SELECT owner FROM " + gone + " WHERE owner IN " + Sql.places(owners), List.copyOf(owners));
    }

    Sql unmark(String owner) {
        return Sql.of("DELETE FROM " + gone + " WHERE owner = ?", owner);
    }

    Sql mark(String owner, long until) {
        return Sql.of("INSERT INTO " + gone + " (owner, until_time) VALUES (?, ?)", owner, until);
    }

    Sql clients(Collection<String> ids) {
        return new Sql(
                "SELECT id, application, host, pid, started FROM " + client + " WHERE id IN " + Sql.places(ids),
                List.copyOf(ids));
    }

    Sql forget(String id) {
        return Sql.of("DELETE FROM " + client + " WHERE id = ?", id);
    }

    Sql announce(ClientInfo info, long now) {
        return Sql.of(
                "INSERT INTO " + client + " (id, application, host, pid, started, seen) VALUES (?, ?, ?, ?, ?, ?)",
                info.id(),
                Sql.bytes(shortened(info.application())),
                Sql.bytes(shortened(info.host())),
                info.pid(),
                info.started().toEpochMilli(),
                now);
    }

    /** {@return a statement that changes one row for whoever is the first to look again} */
    Sql takeSweep(long now, long before) {
        return Sql.of("UPDATE " + sweep + " SET swept = ? WHERE id = 1 AND (swept < ? OR swept > ?)", now, before, now);
    }

    Sql sweepMarks(long now) {
        return Sql.of("DELETE FROM " + gone + " WHERE until_time < ?", now);
    }

    Sql sweepClients(long before) {
        return Sql.of("DELETE FROM " + client + " WHERE seen < ?", before);
    }

    /** {@return the names of locks that nobody has used since a time} */
    Sql idle(long now, long before, int limit) {
        return Sql.of("SELECT name FROM " + lock + " WHERE " + IDLE + " LIMIT ?", before, now, now, limit);
    }

    Sql sweepLock(byte[] name, long now, long before) {
        return Sql.of("DELETE FROM " + lock + " WHERE name = ? AND " + IDLE, name, before, now, now);
    }

    /** {@return the names of locks of which a claim is over, or silent for long} */
    Sql overdue(long now, int limit) {
        long silent = now - Micros.ceil(StoreSession.FORGET_AFTER);
        return Sql.of(
                "SELECT name FROM " + lock + " WHERE owner <> '' AND kept_until < ? UNION SELECT name FROM " + claim
                        + " WHERE (granted <> 0 AND kept_until < ?) OR (granted = 0 AND seen < ?) LIMIT ?",
                now,
                now,
                silent,
                limit);
    }

    private static String shortened(String word) {
        // Four bytes a character at most: they fit into the column.
        return word.length() <= LONGEST_WORD ? word : word.substring(0, LONGEST_WORD);
    }
}
