package io.holdfast.history;

/**
 * Something that a client saw, or that happened to it.
 *
 * @param at when, in nanoseconds of a clock that all share
 * @param client who saw it
 * @param type what it is
 * @param lock the lock that it is about; empty if it is about none
 * @param id of the request, and of the lease that comes of it; no other has it
 * @param token the token of the lease; 0 where there is none
 * @param left for how long the lease is valid from then on by its own account, in nanoseconds; 0 where there is none
 * @param detail see {@link Type}
 */
public record Event(long at, String client, Type type, String lock, String id, long token, long left, String detail) {

    /** What there is to see. */
    public enum Type {
        /**
         * A caller begins to ask; detail: {@code mutex}, {@code read}, {@code write} or {@code permits:2/5}, then words:
         * {@code lease=2000}, {@code delay=500} and {@code keep=100} (lock delay and shortest hold) in milliseconds, {@code strict}, {@code all} if it asks
         * for others with it.
         */
        ASKED,
        /** It has a lease, with so much left. */
        GRANTED,
        /** It ended without one; detail: why. */
        DENIED,
        /** The lease said that it is valid, no earlier than this, with so much left. */
        VALID,
        /** The lease was renewed. */
        RENEWED,
        /** The holder was told that the lease is lost. */
        LOST,
        /** The holder begins to give the lease back, and acts no more. */
        RELEASING,
        /** What became of that; detail: {@code RELEASED}, {@code LOST} or {@code UNCONFIRMED}. */
        RELEASED,
        /** What the lock protects took a write with this token. Seen by that resource. */
        WRITTEN,
        /** What the lock protects refused a write with this token. Seen by that resource. */
        REJECTED,
        /** The client stands still from now on, or its clocks move apart. */
        PAUSED,
        /** The client goes on. */
        RESUMED,
        /** The client is dead. */
        DIED,
        /** Something breaks; detail: what. From now on nobody has to be served in time. */
        BROKEN,
        /** All is well again. */
        CALM,
        /** The end, and something is left that should not be; detail: what. */
        LEFT
    }

    private static final int FIELDS = 8;

    /** {@return it in one line, that {@link #parse} reads} */
    public String line() {
        return at + "\t" + client + "\t" + type + "\t" + lock + "\t" + id + "\t" + token + "\t" + left + "\t"
                + detail.replaceAll("\\s+", " ");
    }

    /**
     * {@return what a line says}
     *
     * @param line as {@link #line} wrote it
     * @throws IllegalArgumentException if it is none
     */
    public static Event parse(String line) {
        String[] fields = line.split("\t", FIELDS);
        if (fields.length != FIELDS) {
            throw new IllegalArgumentException("Not an event: " + line);
        }
        return new Event(
                Long.parseLong(fields[0]),
                fields[1],
                Type.valueOf(fields[2]),
                fields[3],
                fields[4],
                Long.parseLong(fields[5]),
                Long.parseLong(fields[6]),
                fields[7]);
    }
}
