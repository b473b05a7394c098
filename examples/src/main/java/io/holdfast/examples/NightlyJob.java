package io.holdfast.examples;

import io.holdfast.Holdfast;
import io.holdfast.LockOptions;
import java.time.Duration;

/**
 * A job that all machines start at the same time and one of them does. It stays locked for a while after its end, so that a machine
 * whose clock is a little late does not do it again. Start it in two terminals.
 */
public final class NightlyJob {

    private NightlyJob() {}

    /**
     * Does the job, unless another machine does.
     *
     * @param arguments the URI of the store; a Redis on this machine if nothing is said
     * @throws Exception if it cannot be used
     */
    public static void main(String[] arguments) throws Exception {
        String store = arguments.length == 0 ? "redis://localhost:6379" : arguments[0];
        try (Holdfast holdfast = Holdfast.open(store)) {
            boolean done = holdfast.lock("nightly-report")
                    .with(LockOptions.defaults().minHold(Duration.ofSeconds(5)))
                    .tryRun(Duration.ZERO, lease -> {
                        for (int page = 1; page <= 3; page++) {
                            lease.ensureValid(); // before each step that must not be done twice
                            System.out.println("page " + page + ", token " + lease.token());
                            Thread.sleep(500);
                        }
                    });
            System.out.println(done ? "The report is written." : "Another machine writes it.");
        }
    }
}
