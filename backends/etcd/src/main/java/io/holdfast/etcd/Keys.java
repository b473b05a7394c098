package io.holdfast.etcd;

import io.holdfast.spi.line.Encoding;

/**
 * How the keys are called. All of a lock's claims stand under one prefix, and those of no other lock do.
 *
 * @param prefix what all of them start with
 */
record Keys(String prefix) {

    /** Comes before the number of a place that nobody owns; no owner id is written with it. */
    private static final char NOBODYS = '~';

    /** {@return what the claims of a lock start with} */
    String line(String lock) {
        return lines() + Encoding.encode(lock) + "/";
    }

    /** {@return what the claims of all locks start with} */
    String lines() {
        return prefix + "q/";
    }

    String claim(String lock, String owner) {
        return line(lock) + Encoding.encode(owner);
    }

    /** {@return a key that nobody owns, for the one who stands where another stood} */
    String nobodys(String lock, long former) {
        return line(lock) + NOBODYS + former;
    }

    /** {@return the mark of an owner id that was abandoned} */
    String mark(String owner) {
        return prefix + "g/" + Encoding.encode(owner);
    }

    String epoch(String lock) {
        return prefix + "e/" + Encoding.encode(lock);
    }

    /** {@return the name of the lock that a claim is to, as it is written} */
    String lockOf(String claim) {
        String rest = claim.substring(lines().length());
        int end = rest.indexOf('/');
        return end < 0 ? rest : rest.substring(0, end);
    }

    static boolean isNobodys(String claim) {
        return claim.charAt(claim.lastIndexOf('/') + 1) == NOBODYS;
    }

    static String ownerOf(String claim) {
        return Encoding.decode(claim.substring(claim.lastIndexOf('/') + 1));
    }
}
