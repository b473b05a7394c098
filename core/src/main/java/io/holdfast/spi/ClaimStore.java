package io.holdfast.spi;

import io.holdfast.LockStore;

/** A store that can be connected to: what a store module implements, and hands to applications as a LockStore. */
public interface ClaimStore extends LockStore {

    /**
     * {@return what this store can do, and how fine its clock is}
     */
    Capabilities capabilities();

    /**
     * {@return why the store has not got something that it does not declare, and what to do instead, for the message with
     * which users are refused; empty if there is no more to say}
     *
     * @param feature what it does not declare
     */
    default String whyNot(Capabilities.Feature feature) {
        return "";
    }

    /**
     * Makes a session for one client. Must not wait for the store: {@link StoreSession#ready()} tells when it is there.
     *
     * @param context what the session may use, and whom to tell
     * @return the session; the engine closes it
     */
    StoreSession connect(SessionContext context);
}
