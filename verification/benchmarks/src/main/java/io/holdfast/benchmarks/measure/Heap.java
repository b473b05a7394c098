package io.holdfast.benchmarks.measure;

import java.lang.management.ManagementFactory;

/** The heap of this JVM. */
public final class Heap {

    private static final int COLLECTIONS = 5;

    private Heap() {}

    /** {@return how many bytes are in use, after what is garbage has gone} */
    public static long used() {
        long used = Long.MAX_VALUE;
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
            used = Math.min(
                    used,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return used;
    }
}
