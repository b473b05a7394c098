package io.holdfast.benchmarks.measure;

/** What the server, or all servers together, say about themselves. What is a key in Redis is a row elsewhere. */
public interface Meter {

    /** {@return the processor time that they have used, in nanoseconds} */
    long cpuNanos();

    /** {@return how many keys they have} */
    long keys();

    /** {@return how much memory they use, in bytes} */
    long memory();

    /** Deletes all keys. */
    void clear();

    /** {@return a count of requests, which begins now, and slows the servers down} */
    RequestCount countRequests();

    /** Requests that come in while it is open. */
    interface RequestCount extends AutoCloseable {

        /** {@return how many came until now; what scripts do inside the server does not count} */
        long stop();

        /**
         * {@return what came until now, in parts of how often a lock was acquired}
         *
         * @param acquisitions how often
         */
        default Figures forEach(long acquisitions) {
            return Figures.none().with(Metric.REQUESTS, (double) stop() / acquisitions);
        }

        @Override
        void close();
    }
}
