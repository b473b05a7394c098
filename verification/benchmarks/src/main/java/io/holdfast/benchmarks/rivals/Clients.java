package io.holdfast.benchmarks.rivals;

import io.holdfast.benchmarks.measure.Hold;

/** Some clients of one {@link Contender}. */
public interface Clients extends AutoCloseable {

    /** Up to so many clients, each has threads of its own. */
    int CROWD = 16;

    /**
     * {@return something for one thread to hold}
     *
     * @param client which client holds it, from 0
     * @param part one of what the contender offers
     * @param name of the lock or semaphore; nobody else's, since some contenders keep theirs under the same key
     */
    Hold hold(int client, Part part, String name);

    /** Disconnects them all. */
    @Override
    void close();
}
