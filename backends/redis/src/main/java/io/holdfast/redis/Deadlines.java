package io.holdfast.redis;

import io.holdfast.spi.Environment;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongFunction;

/**
 * The requests that are under way, in the order of their deadlines, which is that of their sending: all have the same
 * time. One timer for all of them, set while there are any.
 */
final class Deadlines {

    /** What is out of order by less is not worth a timer. */
    private static final long ROUNDING = TimeUnit.MILLISECONDS.toNanos(10);

    private final Environment environment;
    private final ConcurrentLinkedQueue<Request<?, ?>> requests = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean timed = new AtomicBoolean();
    private final LongFunction<? extends Throwable> tooLate;
    private volatile long latest;

    Deadlines(Environment environment, LongFunction<? extends Throwable> tooLate) {
        this.environment = environment;
        this.tooLate = tooLate;
        this.latest = environment.clock().nanos();
    }

    void add(Request<?, ?> request) {
        dropDone();
        requests.add(request);
        long before = latest;
        if (before - request.deadline > ROUNDING) {
            addAlone(request);
        } else {
            latest = request.deadline;
            setTimer();
        }
    }

    /** One that has spent some of its time elsewhere, and so is out of order, has a timer of its own. */
    private void addAlone(Request<?, ?> request) {
        Environment.Cancellable timer = environment
                .scheduler()
                .schedule(
                        () -> {
                            if (!request.isDone()) {
                                request.fail(tooLate.apply(request.within));
                            }
                        },
                        request.deadline - environment.clock().nanos());
        var unused = request.answer.whenComplete((answer, error) -> timer.cancel());
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
                first.fail(tooLate.apply(first.within));
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
