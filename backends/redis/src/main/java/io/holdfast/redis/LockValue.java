package io.holdfast.redis;

/**
 * The value of a lock's key.
 *
 * <p>Ours is {@code <owner>:<first token>}, where a token is the server's time in microseconds and so has 16 digits until
 * the year 2286; with {@code :kept} behind it the lock was released and stays taken for a while. Everything else was set
 * by somebody who is not Holdfast.
 *
 * @param owner whose it is; of a foreign value all of it
 * @param token the first token of the grant; 0 for a foreign value
 * @param kept whether it was released and stays taken
 */
record LockValue(String owner, long token, boolean kept) {

    private static final String KEPT = ":kept";
    private static final int TOKEN_DIGITS = 16;

    static LockValue of(String value) {
        boolean kept = value.endsWith(KEPT);
        String grant = kept ? value.substring(0, value.length() - KEPT.length()) : value;
        int colon = grant.length() - TOKEN_DIGITS - 1;
        if (colon < 1 || grant.charAt(colon) != ':') {
            return new LockValue(value, 0, false);
        }
        for (int i = colon + 1; i < grant.length(); i++) {
            if (grant.charAt(i) < '0' || grant.charAt(i) > '9') {
                return new LockValue(value, 0, false);
            }
        }
        return new LockValue(grant.substring(0, colon), Long.parseLong(grant.substring(colon + 1)), kept);
    }

    /** {@return the value that a claim's lock has} */
    static String text(String owner, long token) {
        return owner + ":" + token;
    }

    boolean isForeign() {
        return token == 0;
    }

    /** {@return who holds the lock, for messages} */
    String describe(long ttl) {
        String who = owner;
        if (isForeign()) {
            who = "'" + owner + "', which is not a Holdfast client";
        } else if (kept) {
            who = owner + ", which has released it with a minimum hold";
        }
        return ttl < 0 ? who + ", in a key without expiry" : who;
    }
}
