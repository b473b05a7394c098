package io.holdfast.spi;

import io.holdfast.LockStore;

/** A store that can be connected to: what a store module implements, and hands to applications as a LockStore. */
public interface ClaimStore extends LockStore {

    /**
     * {@return what this store can do, and how fine its clock is}
     */
    Capabilities capabilities();

    /**
     * Makes a session for one client. Must not wait for the store: {@link StoreSession#ready()} tells when it is there.
     *
     * @param context what the session may use, and whom to tell
     * @return the session; the engine closes it
     */
    StoreSession connect(SessionContext context);
}
