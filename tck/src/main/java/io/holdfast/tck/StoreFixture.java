package io.holdfast.tck;

import io.holdfast.spi.ClaimStore;
import io.holdfast.spi.StoreSession;
import java.util.Optional;

/** A store that is up and running for the contract, and what can be done to it. */
@FunctionalInterface
public interface StoreFixture extends AutoCloseable {

    /** Something that can be done to a running store. */
    @FunctionalInterface
    interface Fault {

        /**
         * Does it, and returns when it is done; the store may need a moment more to be reachable again.
         *
         * @throws Exception if it could not be done
         */
        void strike() throws Exception;
    }

    /**
     * {@return the store, the same one each time}
     */
    ClaimStore store();

    /**
     * {@return how another process, started with this one's class path, finds the same store; required if the store
     * reaches across processes}
     */
    default Optional<String> uri() {
        return Optional.empty();
    }

    /**
     * {@return a way to restart the store, if there is something to restart}
     */
    default Optional<Fault> restart() {
        return Optional.empty();
    }

    /**
     * {@return a way to break every connection to the store once, if there are connections}
     */
    default Optional<Fault> breakConnections() {
        return Optional.empty();
    }

    /**
     * {@return whether those who wait are dropped with their session, instead of being passed over in their silence}
     */
    default boolean waitersLiveBySession() {
        return false;
    }

    /**
     * {@return whether the store keeps the token with the claim, and so compares it as well as the owner}
     */
    default boolean comparesTokens() {
        return true;
    }

    /**
     * {@return whether requests of others are served, on a store where one who was stopped in the middle of a request may be
     * in the way of all: then a process is let go and stopped again}
     *
     * <p>A store that promises that nobody is in the way for long leaves this alone.
     */
    default boolean isServing() {
        return true;
    }

    /**
     * Makes a session fall silent as if its process had died: whatever closing would tell the store is not told.
     *
     * @param session a session of this store
     */
    default void kill(StoreSession session) {
        session.close();
    }

    /**
     * Stops the store.
     *
     * @throws Exception if that failed
     */
    @Override
    default void close() throws Exception {}
}
