package io.holdfast.benchmarks.rivals;

import java.util.Set;

/** A way of locking that takes part. */
public interface Contender {

    /** {@return what it is called in the tables} */
    String name();

    /** {@return what it has to offer} */
    Set<Part> parts();

    /** {@return whether it can wait for a lock that is taken; if not, it only meets locks that are free} */
    boolean waits();

    /**
     * {@return clients, connected, each as a process of its own would have one}
     *
     * @param count how many; a crowd of more than {@link Clients#CROWD} may share threads, but no connections
     */
    Clients open(int count);
}
