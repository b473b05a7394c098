package io.holdfast.redis;

import io.holdfast.spi.Environment;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * The requests that are under way, in the order of their deadlines, which is that of their sending: all have the same
 * time. One timer for all of them, set while there are any.
 */
final class Deadlines {

    private final Environment environment;
    private final ConcurrentLinkedQueue<Request<?, ?>> requests = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean timed = new AtomicBoolean();
    private final Supplier<? extends Throwable> tooLate;

    Deadlines(Environment environment, Supplier<? extends Throwable> tooLate) {
        this.environment = environment;
        this.tooLate = tooLate;
    }

    void add(Request<?, ?> request) {
        dropDone();
        requests.add(request);
        setTimer();
    }

    /** Ends all that were sent. */
    void failSent(Throwable error) {
        for (Request<?, ?> request : requests) {
            if (request.isSent()) {
                request.fail(error);
            }
        }
    }

    void failAll(Throwable error) {
        requests.forEach(request -> request.fail(error));
    }

    private void setTimer() {
        Request<?, ?> first = requests.peek();
        if (first != null && timed.compareAndSet(false, true)) {
            environment
                    .scheduler()
                    .schedule(this::wake, first.deadline - environment.clock().nanos());
        }
    }

    private void wake() {
        timed.set(false);
        long now = environment.clock().nanos();
        for (Request<?, ?> first = requests.peek(); first != null && first.deadline - now <= 0; ) {
            requests.remove(first);
            if (!first.isDone()) {
                first.fail(tooLate.get());
            }
            first = requests.peek();
        }
        dropDone();
        setTimer();
    }

    private void dropDone() {
        for (Request<?, ?> first = requests.peek(); first != null && first.isDone(); first = requests.peek()) {
            requests.remove(first);
        }
    }
}
