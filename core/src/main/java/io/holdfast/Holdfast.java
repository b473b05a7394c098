package io.holdfast;

import java.util.ServiceLoader;
import java.util.concurrent.Executor;

/**
 * A client of one lock store: where an application gets its locks.
 *
 * <pre>{@code
 * try (Holdfast holdfast = Holdfast.open("redis://localhost:6379")) {
 *     holdfast.lock("orders:42").run(lease -> ship(order, lease.token()));
 * }
 * }</pre>
 *
 * <p>One per process and store is the rule: it has one connection and one timer thread however many locks there are,
 * and local waiters of one lock are served together. It may be used from any number of threads. All its threads are
 * daemons.
 */
public interface Holdfast extends AutoCloseable {

    /**
     * Connects to the store that a URI names.
     *
     * @param uri where the locks are kept: {@code memory:} (a store of its own), {@code memory:name} (shared in this
     *     JVM), or what the store modules on the class path offer
     * @return a client that is connected
     * @throws StoreConfigurationException if no store module knows such a URI, or the URI is wrong
     * @throws StoreUnavailableException if the store cannot be reached
     */
    static Holdfast open(String uri) {
        return builder().store(uri).build();
    }

    /**
     * Connects to a store.
     *
     * @param store the store; it may be shared by several clients
     * @return a client that is connected
     * @throws StoreUnavailableException if the store cannot be reached
     */
    static Holdfast open(LockStore store) {
        return builder().store(store).build();
    }

    /**
     * {@return a builder, for more than the defaults}
     */
    static Builder builder() {
        return ServiceLoader.load(Builder.class, Holdfast.class.getClassLoader())
                .findFirst()
                .orElseThrow(
                        () -> new IllegalStateException("The service file of io.holdfast.Holdfast$Builder is missing:"
                                + " when jars are merged into one, META-INF/services has to be kept."));
    }

    /**
     * {@return the lock of that name, with this client's default options}
     *
     * <p>Names are compared exactly. No request is sent, and nothing is kept, until the lock is used.
     *
     * @param name 1 to 512 bytes in UTF-8, without control characters
     * @throws InvalidLockException if the name is not that
     */
    DistributedLock lock(String name);

    /**
     * {@return the lock of that name for many readers or one writer, with this client's default options}
     *
     * @param name as for {@link #lock}; one name is one kind of lock at a time
     * @throws InvalidLockException if the name is not that, or the store has no readers and writers
     */
    ReadWriteLock readWriteLock(String name);

    /**
     * {@return the semaphore of that name, with this client's default options}
     *
     * @param name as for {@link #lock}; one name is one kind of lock at a time
     * @param permits how many permits there are: all who use the semaphore name the same number
     * @throws InvalidLockException if the name is not that, the number is less than one, or the store has no semaphores
     */
    Semaphore semaphore(String name, int permits);

    /**
     * {@return several locks that are acquired together, all or none, with this client's default options}
     *
     * @param names the names of the locks, as for {@link #lock}; their order does not matter, nor does naming one twice
     * @throws InvalidLockException if a name is not that, or there is none
     */
    MultiLock lockAll(String... names);

    /**
     * {@return the election of that name, with this client's default options}
     *
     * @param name as for {@link #lock}; whoever leads holds the lock of that name
     * @throws InvalidLockException if the name is not that
     */
    Election election(String name);

    /**
     * {@return a view of the locks in the store: who holds what, and who waits}
     */
    Locks locks();

    /**
     * Releases all that this client holds, wakes all who wait, and disconnects.
     *
     * <p>Whoever waits gets a {@link HoldfastClosedException}. A lease that is still held becomes
     * {@link Lease.State#LOST} before the lock is given back, and its {@code onLost} runs, since whoever works under it
     * is no longer alone. Waits for the store's answers for a few seconds at most; what it does not confirm in that
     * time ends with its lease. Closing again does nothing.
     */
    @Override
    void close();

    /** Collects what a client is made of. Not for use by several threads. */
    interface Builder {

        /**
         * Names the store by its URI; required, unless a store is handed over.
         *
         * @param uri see {@link Holdfast#open(String)}
         * @return this
         */
        Builder store(String uri);

        /**
         * Hands the store over; required, unless a URI names it.
         *
         * @param store the store
         * @return this
         */
        Builder store(LockStore store);

        /**
         * Says who this is, for those who look at the locks; without it the name is empty.
         *
         * @param name the name of the application
         * @return this
         */
        Builder application(String name);

        /**
         * Sets the options of every lock of which nothing else is said.
         *
         * @param options the options; {@link LockOptions#defaults()} if this is not called
         * @return this
         */
        Builder defaults(LockOptions options);

        /**
         * Sets where callbacks, listeners and what hangs on futures run; never on a store's own thread.
         *
         * @param executor the executor, which the client does not shut down; without it the client has a few daemon
         *     threads of its own
         * @return this
         */
        Builder executor(Executor executor);

        /**
         * Adds a listener for what happens to locks.
         *
         * @param listener called on the executor, one event at a time
         * @return this
         */
        Builder listener(LockListener listener);

        /**
         * Lets {@link #build()} return while the store is down; the first use then finds out.
         *
         * @return this
         */
        Builder lazy();

        /**
         * Connects.
         *
         * @return the client
         * @throws StoreConfigurationException if no store was named or the URI is wrong
         * @throws StoreUnavailableException if the store cannot be reached, unless {@link #lazy()}
         */
        Holdfast build();
    }
}
