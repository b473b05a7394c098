package io.holdfast.spi.queue;

import io.holdfast.spi.Ask;

/** The owner ids that are used up: each is remembered for as long as a late copy of its request may still come. */
public interface Marks {

    /**
     * Remembers that an id is used up.
     *
     * @param ask the claim that had it
     * @param now the time
     */
    void leave(Ask ask, long now);

    /**
     * {@return whether an id is used up}
     *
     * @param owner the id
     */
    boolean contains(String owner);
}
