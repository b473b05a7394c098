package io.holdfast.benchmarks.workloads;

import io.holdfast.benchmarks.measure.Figures;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/** A contender in a workload: its clients, connected and ready for a turn. */
public interface Entry extends AutoCloseable {

    /**
     * Has a turn.
     *
     * @param time how long; a workload that has to count up to something takes its own time
     * @return what was measured
     * @throws InterruptedException if this thread is interrupted
     * @throws TimeoutException if a thread does not come to an end
     */
    Figures turn(Duration time) throws InterruptedException, TimeoutException;

    /**
     * Has a turn in which only requests are counted, if that is not done in each.
     *
     * @param time how long
     * @return what was counted
     * @throws InterruptedException if this thread is interrupted
     * @throws TimeoutException if a thread does not come to an end
     */
    default Figures count(Duration time) throws InterruptedException, TimeoutException {
        return Figures.none();
    }

    /** {@return how often two had what only one may have} */
    default long overlaps() {
        return 0;
    }

    @Override
    void close();
}
