package io.holdfast;

import java.time.Duration;
import java.util.OptionalLong;

/** One candidate's part in an election, from {@link Election#takePart} until it is closed. */
public interface Candidacy extends AutoCloseable {

    /**
     * {@return whether this candidate leads right now, by the clock at the moment of the call}
     */
    boolean isLeader();

    /**
     * {@return the fencing token of this candidate's term, while it leads}
     */
    OptionalLong token();

    /**
     * {@return how long this candidate leads from now on if its lease is never renewed again; zero when it does not lead}
     */
    Duration remaining();

    /**
     * Gives the leadership to the next, if this candidate leads, and stands again behind all who wait.
     *
     * <p>From this call on it does not lead; {@link ElectionListener#ceased()} has returned before another can be
     * elected. Does not wait for that.
     */
    void stepDown();

    /**
     * Takes part no more; gives the leadership to the next if this candidate leads, as {@link #stepDown()} does. Does not
     * wait. Closing again does nothing.
     */
    @Override
    void close();
}
