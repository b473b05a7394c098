package io.holdfast.cli.console;

import org.jspecify.annotations.Nullable;

/** The end of a command that cannot go on, with a message for who called it. */
public final class Failure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** See {@link ExitCode}. */
    private final int exitCode;

    /**
     * An end.
     *
     * @param exitCode one of {@link ExitCode}
     * @param message what happened, and what to do
     * @param cause what it came from, if anything
     */
    public Failure(int exitCode, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    /** {@return one of {@link ExitCode}} */
    public int exitCode() {
        return exitCode;
    }
}
