package io.holdfast.engine;

import io.holdfast.spi.Environment;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs what belongs to users: on their executor, and on the timer's thread if that one refuses; never loses any. */
final class Callbacks implements Executor {

    private static final Logger log = LoggerFactory.getLogger(Callbacks.class);

    private final Environment environment;

    Callbacks(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void execute(Runnable callback) {
        Runnable guarded = () -> {
            try {
                callback.run();
            } catch (RuntimeException | Error e) {
                log.error("A callback or listener threw; nothing else is affected by that.", e);
            }
        };
        try {
            environment.executor().execute(guarded);
        } catch (RejectedExecutionException e) {
            environment.scheduler().schedule(guarded, 0);
        }
    }
}
