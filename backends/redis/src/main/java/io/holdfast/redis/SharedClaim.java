package io.holdfast.redis;

/**
 * One who holds a read/write lock or permits, among others: {@code <owner>:<units>}, and with {@code :kept} behind it one
 * who has released them and keeps them for a while.
 *
 * @param owner whose it is
 * @param units how much
 * @param kept whether it was released and stays taken
 */
record SharedClaim(String owner, int units, boolean kept) {

    private static final String KEPT = ":kept";

    static SharedClaim of(String text) {
        boolean kept = text.endsWith(KEPT);
        String claim = kept ? text.substring(0, text.length() - KEPT.length()) : text;
        int colon = claim.lastIndexOf(':');
        return new SharedClaim(claim.substring(0, colon), Integer.parseInt(claim, colon + 1, claim.length(), 10), kept);
    }

    static String text(String owner, int units) {
        return owner + ":" + units;
    }

    /** {@return who holds it, for messages} */
    String describe() {
        return kept ? owner + ", which has released it with a minimum hold" : owner;
    }
}
