package io.holdfast.benchmarks.measure;

/** Something that one thread takes and gives back, again and again. */
public interface Hold {

    /**
     * Waits until it has it.
     *
     * @throws InterruptedException if the turn was broken off
     */
    void acquire() throws InterruptedException;

    /** Gives it back; returns when the server has answered. */
    void release();
}
