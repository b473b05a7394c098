package io.holdfast.spi;

/**
 * Whom a session tells what happens at the store.
 *
 * <p>Signals are hints that save time: each may be lost, late, doubled or for somebody long gone, and nothing depends
 * on them but {@link #lost}, whose absence only delays what the deadline does anyway. The calls never block and may
 * come from any thread, also while a request of the same client is being answered.
 */
public interface Signals {

    /**
     * A claim that waited was granted. This may come before the answer to the request by which it joined.
     *
     * @param name the lock
     * @param owner the owner id of the claim
     * @param tokens the tokens of the grant
     */
    void granted(String name, String owner, Tokens tokens);

    /**
     * Something changed: whoever of this client waits for that lock should ask again now.
     *
     * @param name the lock
     */
    void lookAgain(String name);

    /**
     * A claim that was held is certainly gone: the session that it hung on has expired, or somebody took it away.
     *
     * @param name the lock
     * @param owner the owner id of the claim
     */
    void lost(String name, String owner);

    /** The connection is in doubt: every held lease is at risk until a renewal succeeds. */
    void suspended();
}
