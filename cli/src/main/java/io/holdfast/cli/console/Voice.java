package io.holdfast.cli.console;

import java.io.PrintStream;

/** What a command says beside its answer: on standard error, as lines for people or as one object of JSON each. */
public final class Voice {

    private final PrintStream err;
    private final boolean json;
    private final boolean verbose;

    /**
     * A voice.
     *
     * @param json whether it speaks JSON
     * @param verbose whether it tells what nobody has to know
     */
    public Voice(boolean json, boolean verbose) {
        this.err = System.err;
        this.json = json;
        this.verbose = verbose;
    }

    /** {@return whether it tells what nobody has to know} */
    public boolean isVerbose() {
        return verbose;
    }

    /**
     * Tells something that nobody has to know.
     *
     * @param event one word for it
     * @param details what belongs to it, for programs
     * @param text the same for people
     */
    public void tell(String event, Json details, String text) {
        if (verbose) {
            warn(event, details, text);
        }
    }

    /**
     * Tells something that has to be known.
     *
     * @param event one word for it
     * @param details what belongs to it, for programs
     * @param text the same for people
     */
    public void warn(String event, Json details, String text) {
        err.println(json ? details.put("event", event).put("message", text).toString() : "holdfast: " + text);
    }
}
