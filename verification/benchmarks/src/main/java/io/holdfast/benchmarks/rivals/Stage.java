package io.holdfast.benchmarks.rivals;

import io.holdfast.benchmarks.measure.Meter;
import java.util.List;

/** Servers, started for the purpose, and the contenders that meet there: one implementation for each kind of store. */
public interface Stage extends AutoCloseable {

    /** {@return who takes part, always in the same order} */
    List<Contender> contenders();

    /** {@return what the servers are, and of which version} */
    String server();

    /** {@return what the servers say} */
    Meter meter();

    /** Waits until they can be used. */
    void awaitReady();

    /** Stops the servers. */
    @Override
    void close();
}
