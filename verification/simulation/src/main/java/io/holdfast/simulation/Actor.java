package io.holdfast.simulation;

import io.holdfast.simulation.time.Machine;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Somebody who asks for locks in a world, works under them, and tells all that it sees. */
public interface Actor {

    /** {@return how it is called in the history} */
    String name();

    /** {@return where it runs} */
    Machine machine();

    /**
     * Asks for something of a lock, and works under it.
     *
     * @param use the lock
     * @param all whether it asks for all there is to have
     * @param patience how long it waits at most; null for as long as it takes
     * @param section how long it works under it
     */
    void ask(LockUse use, boolean all, @Nullable Duration patience, Duration section);

    /**
     * Asks for several mutexes at once, and works under them.
     *
     * @param uses the locks
     * @param patience how long it waits at most; null for as long as it takes
     * @param section how long it works under them
     */
    void askTogether(List<LockUse> uses, @Nullable Duration patience, Duration section);

    /** Somebody changes its mind. */
    void cancelSomething();

    /**
     * Notes which leases of a lock say that they are valid.
     *
     * @param lock the name of the lock
     */
    void sample(String lock);

    /** {@return whether nobody waits there any more} */
    boolean hasEndedWaiting();

    /** {@return whether nothing is under way there} */
    boolean isIdle();

    /** Ends its connections. */
    void close();
}
