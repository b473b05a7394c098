package io.holdfast.simulation;

import io.holdfast.simulation.time.VirtualTime;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Tells what happens in a world, step by step, to whoever wants to hear it. */
final class Trace {

    private final VirtualTime time;
    private final @Nullable Consumer<String> listener;

    Trace(VirtualTime time, @Nullable Consumer<String> listener) {
        this.time = time;
        this.listener = listener;
    }

    /** Tells something, which is put into words only if somebody listens. */
    void say(Supplier<String> what) {
        if (listener != null) {
            listener.accept("%12.6f  %s".formatted(time.elapsed() / 1e9, what.get()));
        }
    }
}
