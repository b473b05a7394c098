package io.holdfast.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Many threads for a test: virtual ones where the JVM has them. */
final class Threads {

    private Threads() {}

    /** Runs a task in many threads at once, and returns when all have ended well. */
    static void run(int count, Callable<?> task) throws Exception {
        ExecutorService executor = executor(count);
        try {
            List<Future<?>> futures = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                futures.add(executor.submit(task));
            }
            for (Future<?> future : futures) {
                future.get(60, TimeUnit.SECONDS);
            }
        } finally {
            executor.shutdownNow();
        }
    }

    private static ExecutorService executor(int count) throws ReflectiveOperationException {
        // Compiled for Java 17, which does not know them.
        return Runtime.version().feature() < 21
                ? Executors.newFixedThreadPool(count)
                : (ExecutorService) Executors.class
                        .getMethod("newVirtualThreadPerTaskExecutor")
                        .invoke(null);
    }
}
