package io.holdfast.benchmarks;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/**
 * Two ways of doing the same, measured in turns in one JVM, so that whatever else happens on the machine happens to both.
 *
 * @param rival what the other one does
 * @param ours what Holdfast does
 */
record Duel(Cycle rival, Cycle ours) {

    private static final int ROUNDS = 17;

    /** Both sides get faster for about as long as this, while the JVM compiles them. */
    private static final int WARM_UP = 8;

    private static final long ROUND_MILLIS = 1_000;

    /** What a thread does again and again. */
    interface Cycle {

        void run(int thread) throws InterruptedException;
    }

    static void printHead(String what, String rival) {
        System.out.printf("%-24s %8s %14s %14s %8s%n", what, "threads", rival + "/s", "holdfast/s", "ratio");
    }

    /** Measures and prints it. */
    void print(String what, int threads) throws InterruptedException {
        List<Double> rivals = new ArrayList<>();
        List<Double> holdfasts = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            double other = perSecond(threads, rival);
            double fast = perSecond(threads, ours);
            if (round >= WARM_UP) {
                rivals.add(other);
                holdfasts.add(fast);
                ratios.add(fast / other);
            }
        }
        System.out.printf(
                "%-24s %8d %,14.0f %,14.0f %8.2f%n", what, threads, median(rivals), median(holdfasts), median(ratios));
    }

    private static double perSecond(int threads, Cycle cycle) throws InterruptedException {
        LongAdder cycles = new LongAdder();
        AtomicBoolean done = new AtomicBoolean();
        List<Thread> all = new ArrayList<>();
        long started = System.nanoTime();
        for (int i = 0; i < threads; i++) {
            int number = i;
            Thread thread = new Thread(() -> {
                try {
                    while (!done.get()) {
                        cycle.run(number);
                        cycles.increment();
                    }
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            thread.start();
            all.add(thread);
        }
        Thread.sleep(ROUND_MILLIS);
        done.set(true);
        for (Thread thread : all) {
            thread.join();
        }
        return cycles.sum() * 1e9 / (System.nanoTime() - started);
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
