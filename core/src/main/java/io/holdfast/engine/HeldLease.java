package io.holdfast.engine;

import static java.util.Objects.requireNonNull;

import io.holdfast.Lease;
import io.holdfast.LeaseLostException;
import io.holdfast.Release;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A lease on a claim that is held: what one caller got. The claim may go on to the next caller after it. */
final class HeldLease implements Lease {

    private enum Phase {
        ACTIVE,
        RELEASED,
        LOST
    }

    final Claim claim;
    final long since;

    private final Engine engine;
    private final long token;
    private final CompletableFuture<Release> outcome = new CompletableFuture<>();
    private final AtomicBoolean closed = new AtomicBoolean();

    private volatile @Nullable Thread taker;

    // Written under the cohort's lock.
    private volatile Phase phase = Phase.ACTIVE;
    private volatile String reason = "";
    private @Nullable List<Runnable> callbacks;

    HeldLease(Engine engine, Claim claim, long token, long since) {
        this.engine = engine;
        this.claim = claim;
        this.token = token;
        this.since = since;
    }

    // ---- for the cohort, under its lock

    boolean isActive() {
        return phase == Phase.ACTIVE;
    }

    void markReleased() {
        phase = Phase.RELEASED;
    }

    /** Makes it lost, and hands out whom to tell. */
    List<Runnable> markLost(String reason) {
        this.reason = reason;
        phase = Phase.LOST;
        List<Runnable> told = callbacks == null ? List.of() : callbacks;
        callbacks = null;
        return told;
    }

    /** Keeps a callback unless the lease is lost already. A release may still turn out to have come too late. */
    boolean keep(Runnable callback) {
        if (phase == Phase.LOST) {
            return false;
        }
        if (callbacks == null) {
            callbacks = new ArrayList<>(1);
        }
        callbacks.add(callback);
        return true;
    }

    /** Notes the thread that waited for it: the one that would wait for itself if it wanted more of the lock. */
    void takenBy(Thread thread) {
        taker = thread;
    }

    boolean isTakenBy(Thread thread) {
        return taker == thread;
    }

    boolean belongsTo(Engine client) {
        return engine == client;
    }

    void complete(Release release) {
        outcome.complete(release);
    }

    // ---- for the user

    @Override
    public String name() {
        return claim.ask.name();
    }

    @Override
    public long token() {
        return token;
    }

    @Override
    public boolean isValid() {
        return !remaining().isZero();
    }

    @Override
    public Duration remaining() {
        if (!isActive()) {
            return Duration.ZERO;
        }
        Validity validity = claim.validity();
        Stamp now = engine.stamp();
        if (validity.holds(now)) {
            // Looked at once more: if it was released meanwhile, the claim may be another lease's by now.
            return isActive() ? Duration.ofNanos(validity.remaining(now.nanos())) : Duration.ZERO;
        }
        if (validity.over(now.nanos())) {
            claim.cohort.step(claim::expire);
        } else {
            claim.suspect();
        }
        return Duration.ZERO;
    }

    @Override
    public State state() {
        boolean valid = isValid();
        return switch (phase) {
            case RELEASED -> State.RELEASED;
            case LOST -> State.LOST;
            case ACTIVE -> valid && !claim.isAtRisk() ? State.HELD : State.AT_RISK;
        };
    }

    @Override
    public void ensureValid() {
        if (!isValid()) {
            throw notValid();
        }
    }

    /** What to tell whoever relies on it though it is not valid. */
    LeaseLostException notValid() {
        return new LeaseLostException(name(), explain(), null);
    }

    private String explain() {
        String lease = "The lease of lock '" + name() + "' with token " + token;
        return switch (phase) {
            case RELEASED -> lease + " was released already. Acquire the lock again before going on.";
            case LOST ->
                lease + " was lost: " + reason
                        + ". What was done under it may have overlapped with another holder: check or undo it.";
            case ACTIVE ->
                lease + " is in doubt: the clocks moved apart, as when the machine was suspended."
                        + " It is being renewed; until that succeeds it must not be relied upon.";
        };
    }

    @Override
    public void onLost(Runnable callback) {
        claim.cohort.onLost(this, requireNonNull(callback, "callback"));
    }

    @Override
    public Release release() {
        beginRelease();
        return outcome.join();
    }

    /** Gives the lock back without waiting for what becomes of it. */
    void beginRelease() {
        claim.cohort.release(this);
    }

    /** Ends it, since it reached nobody. */
    void takeBack() {
        claim.cohort.takeBack(this);
    }

    @Override
    public CompletableFuture<Release> releaseAsync() {
        beginRelease();
        // Not the outcome itself: what users hang on it must not run on a store's thread.
        return outcome.thenApplyAsync(release -> release, engine.executor());
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true) && release() == Release.LOST) {
            throw notValid();
        }
    }

    @Override
    public String toString() {
        return "Lease[" + name() + ", token " + token + ", " + state() + "]";
    }
}
