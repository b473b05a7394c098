package io.holdfast.engine;

import io.holdfast.ClientInfo;
import io.holdfast.DistributedLock;
import io.holdfast.Election;
import io.holdfast.Holdfast;
import io.holdfast.InvalidLockException;
import io.holdfast.LockListener;
import io.holdfast.LockOptions;
import io.holdfast.Locks;
import io.holdfast.MultiLock;
import io.holdfast.Order;
import io.holdfast.ReadWriteLock;
import io.holdfast.Semaphore;
import io.holdfast.spi.Capabilities;
import io.holdfast.spi.Capabilities.Feature;
import io.holdfast.spi.ClaimStore;
import io.holdfast.spi.Demand;
import io.holdfast.spi.Environment;
import io.holdfast.spi.Environment.Cancellable;
import io.holdfast.spi.SessionContext;
import io.holdfast.spi.Signals;
import io.holdfast.spi.StoreSession;
import io.holdfast.spi.Tokens;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A client: one session with a store, and all that this process does with its locks. */
final class Engine implements Holdfast, Signals {

    private static final Logger log = LoggerFactory.getLogger(Engine.class);
    private static final long CLOSE_SECONDS = 5;
    private static final long MILLI = 1_000_000;

    private final Environment environment;
    private final Runnable onClosed;
    private final LockOptions defaults;
    private final Capabilities capabilities;
    private final String description;
    private final Function<Feature, String> whyNot;
    private final StoreSession session;
    private final String clientId;

    private final Callbacks callbacks;
    private final Events events;
    private final Failures failures;
    private final Keeper keeper;
    private final Cleaner cleaner;
    private final Holds holds = new Holds();

    private final AtomicLong owners = new AtomicLong();
    private final AtomicInteger cohortCount = new AtomicInteger();
    private final Cohorts cohorts = new Cohorts(this);

    /** Every claim from before its first request until the store certainly knows nothing of it any more. */
    private final ConcurrentHashMap<String, Claim> claims = new ConcurrentHashMap<>();

    private final AtomicBoolean closed = new AtomicBoolean();
    private final CompletableFuture<Boolean> quiet = new CompletableFuture<>();

    /**
     * A client.
     *
     * @param store where the locks are
     * @param application what the application calls itself
     * @param defaults the options of locks of which nothing else is said
     * @param listeners whom to tell what happens
     * @param environment time, scheduling and chance
     * @param onClosed what to do last when the client closes
     */
    Engine(
            ClaimStore store,
            String application,
            LockOptions defaults,
            List<LockListener> listeners,
            Environment environment,
            Runnable onClosed) {
        this.environment = environment;
        this.onClosed = onClosed;
        this.capabilities = store.capabilities();
        this.description = store.description();
        this.whyNot = store::whyNot;
        this.defaults = defaults;
        this.clientId = Long.toUnsignedString(environment.random().nextLong(), 36)
                + Long.toUnsignedString(environment.random().nextLong(), 36);
        this.callbacks = new Callbacks(environment.executor());
        this.events = new Events(listeners, FlightRecorder.ifPresent(), callbacks);
        this.failures = new Failures(description);
        this.keeper = new Keeper(this);
        this.cleaner = new Cleaner(this);
        Instant started = Instant.ofEpochMilli(environment.clock().wallMillis());
        ClientInfo client = new ClientInfo(
                clientId, application, Host.name(), ProcessHandle.current().pid(), started);
        checked(null, defaults);
        this.session = store.connect(new SessionContext(client, this, environment));
    }

    // ---- the API

    @Override
    public DistributedLock lock(String name) {
        return new QueuedLock(this, Names.checked(name), Demand.MUTEX, defaults);
    }

    @Override
    public ReadWriteLock readWriteLock(String name) {
        Names.checked(name);
        require(Feature.SHARED, name, "locks for readers and writers");
        return new QueuedReadWriteLock(this, name, defaults);
    }

    @Override
    public Semaphore semaphore(String name, int permits) {
        Names.checked(name);
        require(Feature.PERMITS, name, "semaphores");
        return new QueuedSemaphore(this, name, permits, defaults);
    }

    @Override
    public MultiLock lockAll(String... names) {
        for (String name : names) {
            Names.checked(name);
        }
        return new QueuedMultiLock(this, List.of(names), defaults);
    }

    @Override
    public Election election(String name) {
        return new QueuedElection(this, Names.checked(name), defaults);
    }

    @Override
    public Locks locks() {
        return new StoreLocks(session, failures);
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        cohorts.forEach(Cohort::close);
        cleaner.hurry();
        quietIfDone();
        if (!awaitQuiet()) {
            log.warn(
                    "{} claims could not be given back within {} s of closing; they end with their leases.",
                    claims.size(),
                    CLOSE_SECONDS);
        }
        keeper.close();
        try {
            session.close();
        } finally {
            onClosed.run();
        }
    }

    /** Waits for the store's answers, whether or not the thread is interrupted, whose flag is kept. */
    private boolean awaitQuiet() {
        return quiet.completeOnTimeout(false, CLOSE_SECONDS, TimeUnit.SECONDS).join();
    }

    /** Waits until the store was reached. */
    void awaitReady() {
        StoreLocks.await(session::ready, null, failures);
    }

    // ---- the way of an acquire

    /** Has a waiter stand for a lock. */
    Cohort enter(Waiter waiter, String name, Demand demand, LockOptions options, String note) {
        while (true) {
            Cohort cohort = cohorts.open(name, demand, options, note);
            if (cohort.enter(waiter, null)) {
                return cohort;
            }
        }
    }

    /** Has a waiter that does not wait stand for a mutex, by a claim that is asked for together with others. */
    void enter(Waiter waiter, String name, LockOptions options, Consumer<Claim> asker) {
        boolean entered = false;
        while (!entered) {
            entered = cohorts.open(name, Demand.MUTEX, options, "").enter(waiter, asker);
        }
    }

    /** Whether the store can take several locks in one request. */
    boolean isTogether(List<String> names) {
        return names.size() > 1 && capabilities.has(Feature.TOGETHER) && session.isTogether(names);
    }

    /** Has a reader take over the place of a writer. */
    Cohort inherit(Waiter waiter, HeldLease writer, LockOptions options) {
        while (true) {
            Cohort cohort = cohorts.open(writer.name(), Demand.READ, options, "");
            if (cohort.inherit(waiter, writer)) {
                return cohort;
            }
        }
    }

    String newOwner() {
        return clientId + "-" + Long.toString(owners.incrementAndGet(), 36);
    }

    int nextCohort() {
        return cohortCount.incrementAndGet();
    }

    void register(Claim claim) {
        claims.put(claim.ask.owner(), claim);
    }

    void forget(Claim claim) {
        claims.remove(claim.ask.owner());
        quietIfDone();
    }

    private void quietIfDone() {
        if (closed.get() && claims.isEmpty()) {
            quiet.complete(true);
        }
    }

    /** {@return how much of a lease the store can tell at once: the rest is told when it is asked again} */
    Duration toldAtOnce(LockOptions options) {
        Duration most = capabilities.maxSilence().minus(options.lockDelay());
        return most.compareTo(options.lease()) < 0 ? most : options.lease();
    }

    /**
     * {@return options, if the store can hold to them}
     *
     * @param name the lock
     * @param options the options
     */
    LockOptions checked(@Nullable String name, LockOptions options) {
        Duration lease = options.lease();
        if (lease.plus(options.lockDelay()).compareTo(capabilities.maxLease()) > 0) {
            throw new InvalidLockException(
                    name,
                    "The options lease and lockDelay are " + lease + " and " + options.lockDelay()
                            + " together, but this store takes at most " + capabilities.maxLease()
                            + ". A lease that is renewed can be short.",
                    null);
        }
        Duration delayed = capabilities.maxSilence().dividedBy(2);
        if (options.lockDelay().compareTo(delayed) > 0) {
            throw new InvalidLockException(
                    name,
                    "The option lockDelay is " + options.lockDelay()
                            + ", but this store keeps the claims of a client that"
                            + " falls silent for " + capabilities.maxSilence() + " only, and half of that can be a lock"
                            + " delay: raise its session time-out.",
                    null);
        }
        if (options.order() == Order.STRICT && !capabilities.has(Feature.FIFO)) {
            throw new InvalidLockException(
                    name, "The option order is STRICT, but this store keeps no queue: leave it at BATCHED.", null);
        }
        Duration told = toldAtOnce(options);
        long usable = told.toNanos() - Validity.drift(told.toNanos());
        if (options.minRemaining().toNanos() > usable) {
            throw new InvalidLockException(
                    name,
                    "The option minRemaining is " + options.minRemaining() + ", but of a lease of " + lease + " only "
                            + Duration.ofNanos(usable) + " can be relied upon.",
                    null);
        }
        return options;
    }

    boolean has(Feature feature) {
        return capabilities.has(feature);
    }

    /** Throws if the store has not declared something, so that it is not even asked for it. */
    void require(Feature feature, String name, String what) {
        if (!capabilities.has(feature)) {
            String why = whyNot.apply(feature);
            throw new InvalidLockException(
                    name,
                    "'" + name + "' cannot be had: the store " + description + " has no " + what + ". "
                            + (why.isEmpty() ? "Use a lock of another kind, or another store." : why),
                    null);
        }
    }

    // ---- requests

    /** Sends a request, and has its answer handled, or what went wrong, also if the store threw. */
    <T> void request(
            Function<StoreSession, CompletionStage<T>> request, Consumer<T> onAnswer, Consumer<Throwable> onFailure) {
        CompletionStage<T> stage;
        try {
            stage = request.apply(session);
        } catch (RuntimeException | Error e) {
            stage = CompletableFuture.failedFuture(e);
        }
        listen(stage, onAnswer, onFailure);
    }

    /** Sends a request and waits for its answer; the store has a time-out of its own. */
    <T> T await(Function<StoreSession, CompletionStage<T>> request, String lock) {
        if (isClosed()) {
            throw failures.closed(lock);
        }
        return StoreLocks.await(() -> request.apply(session), lock, failures);
    }

    <T> void listen(CompletionStage<T> stage, Consumer<T> onAnswer, Consumer<Throwable> onFailure) {
        stage.whenComplete((answer, error) -> {
            try {
                if (error == null) {
                    onAnswer.accept(answer);
                } else {
                    onFailure.accept(Failures.unwrap(error));
                }
            } catch (RuntimeException | Error e) {
                log.error("Holdfast could not handle an answer of the store. This is a defect; please report it.", e);
            }
        });
    }

    /** Sends one request for several things, each of which is answered by itself. */
    <T> List<CompletionStage<T>> requests(Function<StoreSession, List<CompletionStage<T>>> request, int size) {
        try {
            return request.apply(session);
        } catch (RuntimeException | Error e) {
            return Collections.nCopies(size, CompletableFuture.failedFuture(e));
        }
    }

    // ---- signals

    @Override
    public void granted(String name, String owner, Tokens tokens) {
        Claim claim = claims.get(owner);
        if (claim != null) {
            claim.signalGranted(tokens);
        }
    }

    @Override
    public void lookAgain(String name) {
        cohorts.forEach(name, Cohort::lookAgain);
    }

    @Override
    public void lost(String name, String owner) {
        Claim claim = claims.get(owner);
        if (claim != null) {
            claim.signalLost();
        }
    }

    @Override
    public void suspended() {
        keeper.recheckAll();
    }

    // ---- what the parts share

    long now() {
        return environment.clock().nanos();
    }

    Stamp stamp() {
        return Stamp.of(environment.clock());
    }

    Cancellable schedule(Runnable task, long delayNanos) {
        return environment.scheduler().schedule(task, delayNanos);
    }

    /** A random time below a bound, so that clients do not act in step. */
    long jitter(long bound) {
        return bound <= 0 ? 0 : environment.random().nextLong(bound);
    }

    /** How long to wait after a number of failures: longer each time, from about 20 ms to about 1 s. */
    long backoff(int failed) {
        long longest = (20 * MILLI) << Math.min(failed, 6);
        return longest / 2 + jitter(Math.min(longest, 1_000 * MILLI) / 2);
    }

    /** How long to wait after a renewal that failed. */
    long retryPause(Duration lease) {
        return MILLI + jitter(Math.min(lease.toNanos() / 10, 1_000 * MILLI));
    }

    boolean isClosed() {
        return closed.get();
    }

    Executor executor() {
        return callbacks;
    }

    Events events() {
        return events;
    }

    Failures failures() {
        return failures;
    }

    Keeper keeper() {
        return keeper;
    }

    Cohorts cohorts() {
        return cohorts;
    }

    Cleaner cleaner() {
        return cleaner;
    }

    Holds holds() {
        return holds;
    }

    /** Whether nothing at all is kept for any lock; for tests. */
    boolean isIdle() {
        return cohorts.isEmpty() && claims.isEmpty() && keeper.isEmpty() && holds.isEmpty();
    }
}
