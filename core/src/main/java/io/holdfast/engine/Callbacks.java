package io.holdfast.engine;

import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs what belongs to users; what it throws is logged, and disturbs nothing. */
final class Callbacks implements Executor {

    private static final Logger log = LoggerFactory.getLogger(Callbacks.class);

    private final Executor executor;

    Callbacks(Executor executor) {
        this.executor = executor;
    }

    @Override
    public void execute(Runnable callback) {
        executor.execute(() -> {
            try {
                callback.run();
            } catch (RuntimeException | Error e) {
                log.error("A callback or listener threw; nothing else is affected by that.", e);
            }
        });
    }
}
