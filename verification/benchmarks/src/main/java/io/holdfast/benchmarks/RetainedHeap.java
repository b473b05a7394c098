package io.holdfast.benchmarks;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/** What stays in the heap: after many names were used once, and for each lease that is held. */
public final class RetainedHeap {

    private static final int NAMES = 100_000;
    private static final int LEASES = 10_000;

    private RetainedHeap() {}

    /**
     * Measures and prints it.
     *
     * @param arguments none
     * @throws InterruptedException never
     */
    public static void main(String[] arguments) throws InterruptedException {
        try (Holdfast holdfast = Holdfast.open("memory:")) {
            use(holdfast, "warm-up ", NAMES);
            long before = used();
            use(holdfast, "name ", NAMES);
            long after = used();
            System.out.printf("heap retained after %,d names used once: %,d bytes%n", NAMES, after - before);
            List<Lease> leases = new ArrayList<>(LEASES);
            long empty = used();
            for (int i = 0; i < LEASES; i++) {
                leases.add(holdfast.lock("held " + i).acquire());
            }
            System.out.printf("heap per held lease: %,d bytes%n", (used() - empty) / leases.size());
        }
    }

    private static void use(Holdfast holdfast, String prefix, int names) throws InterruptedException {
        for (int i = 0; i < names; i++) {
            holdfast.lock(prefix + i).run(lease -> {});
        }
    }

    private static long used() throws InterruptedException {
        long used = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            System.gc();
            used = Math.min(
                    used,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return used;
    }
}
