package io.holdfast.tck;

import io.holdfast.spi.Capabilities;
import io.holdfast.spi.ClaimStore;
import io.holdfast.spi.SessionContext;
import io.holdfast.spi.Signals;
import io.holdfast.spi.StoreSession;
import io.holdfast.spi.Tokens;
import java.util.concurrent.atomic.AtomicInteger;

/** A store whose signals can get lost on the way to its clients, as all signals but "lost" may. */
public final class SignalFilter implements ClaimStore {

    private final ClaimStore store;
    private final AtomicInteger dropped = new AtomicInteger();
    private volatile boolean dropping;

    /**
     * Stands before a store; at first every signal passes.
     *
     * @param store the store
     */
    public SignalFilter(ClaimStore store) {
        this.store = store;
    }

    /**
     * Sets whether signals get lost from now on, in all sessions that were made through this.
     *
     * @param dropping whether they do
     */
    public void drop(boolean dropping) {
        this.dropping = dropping;
    }

    /**
     * {@return how many signals got lost so far}
     */
    public int dropped() {
        return dropped.get();
    }

    @Override
    public String description() {
        return store.description();
    }

    @Override
    public Capabilities capabilities() {
        return store.capabilities();
    }

    @Override
    public StoreSession connect(SessionContext context) {
        return store.connect(
                new SessionContext(context.client(), new Passing(context.signals()), context.environment()));
    }

    private boolean passes() {
        if (dropping) {
            dropped.incrementAndGet();
        }
        return !dropping;
    }

    private final class Passing implements Signals {

        private final Signals signals;

        Passing(Signals signals) {
            this.signals = signals;
        }

        @Override
        public void granted(String name, String owner, Tokens tokens) {
            if (passes()) {
                signals.granted(name, owner, tokens);
            }
        }

        @Override
        public void lookAgain(String name) {
            if (passes()) {
                signals.lookAgain(name);
            }
        }

        @Override
        public void lost(String name, String owner) {
            signals.lost(name, owner);
        }

        @Override
        public void suspended() {
            signals.suspended();
        }
    }
}
