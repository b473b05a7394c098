package io.holdfast.faults;

import java.util.List;

/** The work of a client: what each of its threads asks for. */
interface Labour extends AutoCloseable {

    /** {@return of each thread, the wishes among which it chooses} */
    List<List<Wish>> threads();

    /** {@return how often a lease was at risk} */
    long risks();

    /** Gives up all connections. */
    @Override
    void close();
}
