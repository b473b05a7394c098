package io.holdfast.benchmarks;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.Lease;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/** Acquiring and releasing in the in-memory store: what the engine itself costs. */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class MemoryLockBenchmark {

    /** One client, shared by all threads. */
    @State(Scope.Benchmark)
    public static class Client {

        private final Holdfast holdfast = Holdfast.open("memory:");
        private final DistributedLock lock = holdfast.lock("contended");

        /** Ends it. */
        @TearDown
        public void close() {
            holdfast.close();
        }
    }

    /** A lock of each thread's own. */
    @State(Scope.Thread)
    public static class OwnLock {

        private @org.jspecify.annotations.Nullable DistributedLock lock;

        /**
         * Makes it.
         *
         * @param client whose it is
         */
        @Setup
        public void open(Client client) {
            lock = client.holdfast.lock("own of " + Thread.currentThread().getName());
        }
    }

    /**
     * One thread, a lock that nobody else wants.
     *
     * @param own the lock
     * @return the token
     * @throws InterruptedException never
     */
    @Benchmark
    @Threads(1)
    public long uncontended(OwnLock own) throws InterruptedException {
        return cycle(java.util.Objects.requireNonNull(own.lock));
    }

    /**
     * Sixteen threads, one lock.
     *
     * @param client whose it is
     * @return the token
     * @throws InterruptedException never
     */
    @Benchmark
    @Threads(16)
    public long contendedBy16(Client client) throws InterruptedException {
        return cycle(client.lock);
    }

    private static long cycle(DistributedLock lock) throws InterruptedException {
        try (Lease lease = lock.acquire()) {
            return lease.token();
        }
    }
}
