package io.holdfast.cli.demo;

import io.holdfast.cli.console.ExitCode;
import io.holdfast.cli.console.Failure;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** All workers, who do the same at the same time. */
final class Workers implements AutoCloseable {

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final List<WorkerProcess> workers;

    /** What sees to the workers while they work. */
    interface Overseer {
        /** Called for what a worker says. */
        void hear(Event event) throws InterruptedException;

        /** Called from time to time. */
        void look() throws IOException;
    }

    /** Starts them. */
    Workers(int count, Workspace workspace) {
        this.workers = IntStream.rangeClosed(1, count)
                .mapToObj(number -> new WorkerProcess(number, workspace, events::add))
                .toList();
    }

    /** Has each do something, and waits until all are done who live. */
    void all(Consumer<WorkerProcess> command) throws IOException, InterruptedException {
        all(command, new Overseer() {
            @Override
            public void hear(Event event) {
                // Nothing that matters.
            }

            @Override
            public void look() {
                // Nothing to be seen.
            }
        });
    }

    /** Has each do something, and oversees it until all are done who live. */
    void all(Consumer<WorkerProcess> command, Overseer overseer) throws IOException, InterruptedException {
        workers.forEach(command);
        int busy = workers.size();
        long next = System.nanoTime();
        while (busy > 0) {
            Event event = events.poll(Math.max(0, next - System.nanoTime()), TimeUnit.NANOSECONDS);
            if (event != null && isEnd(event)) {
                busy--;
            } else if (event != null) {
                overseer.hear(event);
            }
            if (System.nanoTime() - next >= 0) {
                next = System.nanoTime() + LOOK_NANOS;
                overseer.look();
            }
        }
    }

    private static boolean isEnd(Event event) {
        return switch (event.kind()) {
            case DONE -> true;
            case FAILED -> {
                String[] words = event.details().split(" ", 2);
                throw new Failure(Integer.parseInt(words[0]), words[1], null);
            }
            case ENDED -> {
                if (event.worker().isKilled()) {
                    yield true;
                }
                throw new Failure(
                        ExitCode.SOFTWARE,
                        event.worker().title() + " ended in the middle of its work. It said: "
                                + event.worker().log(),
                        null);
            }
            default -> false;
        };
    }

    @Override
    public void close() {
        workers.forEach(WorkerProcess::leave);
        workers.forEach(WorkerProcess::awaitEnd);
    }
}
