package io.holdfast.engine;

import static org.assertj.core.api.Assertions.fail;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what other threads do. */
final class Eventually {

    private static final long PATIENCE = 30_000_000_000L;

    private Eventually() {}

    static void isTrue(BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > PATIENCE) {
                fail("It did not come to that within 30 s.");
            }
            LockSupport.parkNanos(1_000_000);
        }
    }
}
