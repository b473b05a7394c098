package io.holdfast.cli.console;

import io.holdfast.InvalidLockException;
import io.holdfast.LeaseLostException;
import io.holdfast.LockTimeoutException;
import io.holdfast.NoQuorumException;
import io.holdfast.StoreConfigurationException;
import io.holdfast.StoreUnavailableException;

/** The exit codes of all commands; those from 64 to 78 are the ones of BSD's {@code sysexits.h}. */
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

    /** The lock was busy for as long as was to be waited. */
    public static final int BUSY = 75;

    /** The lock was lost, or its time was over, while the command under it ran. */
    public static final int LOST = 79;

    /** The command that was to be run cannot be executed, as a shell says it. */
    public static final int NOT_EXECUTABLE = 126;

    /** There is no such command to be run, as a shell says it. */
    public static final int NOT_FOUND = 127;

    /** A signal ended it, whose number is to be added. */
    public static final int SIGNALLED = 128;

    private ExitCode() {}

    /**
     * {@return the exit code of a command that ends like this}
     *
     * @param failure what ended it
     */
    public static int of(Throwable failure) {
        if (failure instanceof Failure known) {
            return known.exitCode();
        } else if (failure instanceof StoreUnavailableException || failure instanceof NoQuorumException) {
            return UNAVAILABLE;
        } else if (failure instanceof StoreConfigurationException || failure instanceof InvalidLockException) {
            return USAGE;
        } else if (failure instanceof LockTimeoutException) {
            return BUSY;
        } else if (failure instanceof LeaseLostException) {
            return LOST;
        }
        return SOFTWARE;
    }

    /**
     * {@return one word for an exit code of ours}
     *
     * @param code the code
     */
    public static String word(int code) {
        return switch (code) {
            case OK -> "ok";
            case FAILED -> "failed";
            case USAGE -> "usage";
            case UNAVAILABLE -> "unavailable";
            case BUSY -> "busy";
            case LOST -> "lost";
            case NOT_EXECUTABLE, NOT_FOUND -> "command";
            default -> code > SIGNALLED ? "signal" : "internal";
        };
    }
}
