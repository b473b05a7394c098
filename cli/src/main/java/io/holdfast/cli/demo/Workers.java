package io.holdfast.cli.demo;

import io.holdfast.cli.console.Failure;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** All workers, who do the same at the same time. */
final class Workers implements AutoCloseable {

    private static final long LOOK_MILLIS = 100;

    private final List<WorkerProcess> workers;
    private final ExecutorService threads;

    /** Starts them. */
    Workers(int count, Workspace workspace) {
        this.threads = Executors.newFixedThreadPool(count, task -> {
            Thread thread = new Thread(task, "worker");
            thread.setDaemon(true);
            return thread;
        });
        this.workers = IntStream.rangeClosed(1, count)
                .mapToObj(number -> new WorkerProcess(number, workspace))
                .toList();
    }

    /** Has each do something, and looks at it from time to time until all are done. */
    void all(Consumer<WorkerProcess> work, Runnable look) throws InterruptedException {
        CompletableFuture<Void> done = CompletableFuture.allOf(workers.stream()
                .map(worker -> CompletableFuture.runAsync(() -> work.accept(worker), threads))
                .toArray(CompletableFuture<?>[]::new));
        while (true) {
            try {
                done.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                return;
            } catch (TimeoutException notYet) {
                look.run();
            } catch (ExecutionException e) {
                throw e.getCause() instanceof Failure failure ? failure : new IllegalStateException(e.getCause());
            }
        }
    }

    @Override
    public void close() {
        workers.forEach(WorkerProcess::leave);
        workers.forEach(WorkerProcess::awaitEnd);
        threads.shutdown();
    }
}
