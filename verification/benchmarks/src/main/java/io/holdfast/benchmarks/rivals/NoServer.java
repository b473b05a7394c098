package io.holdfast.benchmarks.rivals;

import io.holdfast.benchmarks.measure.Figures;
import io.holdfast.benchmarks.measure.Meter;

/** What is known where there is no server: it costs nothing, and nobody counts requests. */
enum NoServer implements Meter {
    /** The only one. */
    INSTANCE;

    @Override
    public long cpuNanos() {
        return 0;
    }

    @Override
    public long keys() {
        return 0;
    }

    @Override
    public long memory() {
        return 0;
    }

    @Override
    public void clear() {}

    @Override
    public RequestCount countRequests() {
        return new RequestCount() {
            @Override
            public long stop() {
                return 0;
            }

            @Override
            public Figures forEach(long acquisitions) {
                return Figures.none();
            }

            @Override
            public void close() {}
        };
    }
}
