package io.holdfast.tck;

import io.holdfast.spi.Capabilities;
import io.holdfast.spi.ClaimStore;
import io.holdfast.spi.SessionContext;
import io.holdfast.spi.StoreSession;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A store of which it is counted what its clients ask of it. */
final class CountedStore implements ClaimStore {

    private final ClaimStore store;
    private final AtomicInteger requests = new AtomicInteger();

    CountedStore(ClaimStore store) {
        this.store = store;
    }

    /** {@return how many requests there were so far} */
    int requests() {
        return requests.get();
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
        StoreSession session = store.connect(context);
        return (StoreSession) Proxy.newProxyInstance(
                StoreSession.class.getClassLoader(),
                new Class<?>[] {StoreSession.class},
                (proxy, method, arguments) -> request(session, method, arguments));
    }

    private @Nullable Object request(StoreSession session, Method method, Object @Nullable [] arguments)
            throws Throwable {
        // What only tells where locks live asks nothing of the store.
        if (method.getReturnType() != boolean.class) {
            requests.incrementAndGet();
        }
        try {
            return method.invoke(session, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }
}
