package io.holdfast.cli.console;

import io.holdfast.StoreConfigurationException;
import io.holdfast.StoreUnavailableException;

/** The exit codes of all commands; those from 64 are the ones of BSD's {@code sysexits.h}. */
public final class ExitCode {

    /** All went well. */
    public static final int OK = 0;

    /** The command did its work, and what came out is not as it should be. */
    public static final int FAILED = 1;

    /** The arguments are wrong. */
    public static final int USAGE = 64;

    /** The store is out of reach. */
    public static final int UNAVAILABLE = 69;

    /** A defect of the command, or something that it did not foresee. */
    public static final int SOFTWARE = 70;

    private ExitCode() {}

    /**
     * {@return the exit code of a command that ends like this}
     *
     * @param failure what ended it
     */
    public static int of(Throwable failure) {
        if (failure instanceof Failure known) {
            return known.exitCode();
        } else if (failure instanceof StoreUnavailableException) {
            return UNAVAILABLE;
        } else if (failure instanceof StoreConfigurationException) {
            return USAGE;
        }
        return SOFTWARE;
    }
}
