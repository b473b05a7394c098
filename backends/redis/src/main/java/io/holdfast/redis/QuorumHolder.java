package io.holdfast.redis;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Who holds a lock, as a node keeps it.
 *
 * @param id under what id
 * @param block how many tokens it asked for; 0 if it is not Holdfast, or has released it with a minimum hold
 * @param since since when, in microseconds of that node's clock
 * @param client the id of its client
 * @param note its note
 */
record QuorumHolder(String id, int block, long since, String client, String note) {

    private static final Pattern RECORD = Pattern.compile("(\\d{1,9}) (\\d{1,18}) (\\S*) (.*)", Pattern.DOTALL);
    private static final Pattern VALUE = Pattern.compile("(\\S+) \\d{1,9} \\d{1,18} \\S* .*", Pattern.DOTALL);
    private static final String KEPT = "-";

    static QuorumHolder of(String id, String record) {
        Matcher parts = RECORD.matcher(record);
        return parts.matches()
                ? new QuorumHolder(
                        id,
                        Integer.parseInt(parts.group(1)),
                        Long.parseLong(parts.group(2)),
                        parts.group(3),
                        parts.group(4))
                : new QuorumHolder(id, 0, 0, "", "");
    }

    /**
     * {@return who stands in the way, in words}
     *
     * @param kind as what the lock is asked for
     * @param text what the node has: the value of a mutex, or an id
     */
    static String describe(String kind, String text) {
        Matcher value = VALUE.matcher(text);
        boolean mutex = kind.equals("m");
        if (mutex && !value.matches()) {
            return "'" + text + "', which is not a Holdfast client";
        }
        String id = mutex ? value.group(1) : text;
        return id.startsWith(KEPT)
                ? QuorumClaim.owner(id.substring(1)) + ", which has released it with a minimum hold"
                : QuorumClaim.owner(id);
    }

    String owner() {
        return QuorumClaim.owner(id);
    }
}
