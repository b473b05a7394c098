package io.holdfast.simulation.server;

/** Ends a command with an error for who sent it. */
final class Refusal extends RuntimeException {

    private static final long serialVersionUID = 1;

    static final String SYNTAX = "ERR syntax error";
    static final String NO_INTEGER = "ERR value is not an integer or out of range";

    Refusal(String message) {
        // Without a stack trace, since it is none of ours that went wrong, and they would cost the most.
        super(message, null, false, false);
    }

    static Refusal syntax() {
        return new Refusal(SYNTAX);
    }

    static Refusal wrongType() {
        return new Refusal("WRONGTYPE Operation against a key holding the wrong kind of value");
    }

    static Refusal wrongNumber(String command) {
        return new Refusal("ERR wrong number of arguments for '" + command + "' command");
    }

    Failure reply() {
        return new Failure(String.valueOf(getMessage()));
    }
}
