package io.holdfast.tck;

import io.holdfast.memory.MemoryStore;
import io.holdfast.spi.Capabilities;
import io.holdfast.spi.ClaimStore;
import io.holdfast.spi.SessionContext;
import io.holdfast.spi.StoreSession;
import java.util.function.UnaryOperator;

/** The in-memory store behind sessions that may not be honest. */
record AccusedStore(ClaimStore honest, Capabilities capabilities, UnaryOperator<StoreSession> sessions)
        implements ClaimStore {

    static AccusedStore with(UnaryOperator<StoreSession> sessions) {
        MemoryStore store = MemoryStore.create();
        return new AccusedStore(store, store.capabilities(), sessions);
    }

    @Override
    public String description() {
        return honest.description();
    }

    @Override
    public StoreSession connect(SessionContext context) {
        return sessions.apply(honest.connect(context));
    }
}
