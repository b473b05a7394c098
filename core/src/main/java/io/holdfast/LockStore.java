package io.holdfast;

/**
 * A place where locks are kept: a Redis server, a database, the memory of this JVM.
 *
 * <p>To an application this is only something to hand to {@link Holdfast#open(LockStore)}; it gets one from a store
 * module, such as {@code MemoryStore.create()}. A {@code LockStore} says how to connect; it holds no connection itself,
 * so there is nothing to close, and several {@link Holdfast} clients may share one. Those who write a store implement
 * {@code io.holdfast.spi.ClaimStore}.
 */
public interface LockStore {

    /**
     * {@return a short text for messages and logs that says which store this is, without any secret}
     */
    String description();
}
