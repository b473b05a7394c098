package io.holdfast.jdbc;

import io.holdfast.spi.Signals;
import io.holdfast.spi.Tokens;
import io.holdfast.spi.queue.Claim;

/** What clients tell each other: who was granted, with which tokens. */
final class Message {

    private static final int PARTS = 4;

    private Message() {}

    static String of(Claim<Contact> granted) {
        Tokens tokens = granted.tokens();
        long first = tokens == null ? 0 : tokens.first();
        long last = tokens == null ? 0 : tokens.last();
        return first + " " + last + " " + granted.ask().owner() + " "
                + granted.ask().name();
    }

    /** Passes on what was told, if it is of this kind. */
    static void pass(String message, Signals signals) {
        String[] parts = message.split(" ", PARTS);
        if (parts.length == PARTS) {
            Tokens tokens = new Tokens(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
            signals.granted(parts[3], parts[2], tokens);
        }
    }
}
