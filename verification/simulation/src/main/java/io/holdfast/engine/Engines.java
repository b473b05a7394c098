package io.holdfast.engine;

import io.holdfast.Holdfast;
import io.holdfast.LockListener;
import io.holdfast.LockOptions;
import io.holdfast.spi.ClaimStore;
import io.holdfast.spi.Environment;
import java.util.List;
import org.jspecify.annotations.NullMarked;

/** The way from a simulation to the engine, which builds its clients in the real world otherwise. */
@NullMarked
public final class Engines {

    private Engines() {}

    /**
     * {@return a client that lives in a given environment}
     *
     * @param store where its locks are
     * @param options the options of its locks
     * @param listener hears what happens
     * @param environment its time, its timer, its chance
     */
    public static Holdfast open(ClaimStore store, LockOptions options, LockListener listener, Environment environment) {
        return new Engine(store, "simulation", options, List.of(listener), environment, () -> {});
    }

    /**
     * {@return whether a client has nothing under way and holds nothing}
     *
     * @param client a client that was opened here
     */
    public static boolean isIdle(Holdfast client) {
        return ((Engine) client).isIdle();
    }
}
