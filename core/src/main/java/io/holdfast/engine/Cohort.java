package io.holdfast.engine;

import io.holdfast.HoldfastException;
import io.holdfast.LeaseLostException;
import io.holdfast.LockEvent.Kind;
import io.holdfast.LockOptions;
import io.holdfast.Order;
import io.holdfast.Release;
import io.holdfast.spi.Answer;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Demand;
import io.holdfast.spi.Environment.Cancellable;
import io.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The waiters of one client for one lock with the same options, and the one claim at the store that stands for them all.
 * (A reader, or one who wants permits, is alone in its cohort: see {@link Cohorts}.)
 *
 * <p>Local waiters form a first-in-first-out queue. While there are any, one {@link Claim} is on its way to being
 * granted; when it is, the first waiter gets a lease on it. A lease that is released with others waiting passes the claim
 * on inside the process, each time with the next token of the block that came with the grant, for one bounded batch;
 * then the claim goes back to the tail of the store's queue under a new owner id, in the same request that releases it.
 * (Lock cohorting: Dice, Marathe and Shavit, 2012.)
 *
 * <p>Everything happens in {@linkplain #step steps} under one lock, which is never held while the store, a caller or a
 * callback is called.
 */
final class Cohort {

    private static final int BATCH_GRANTS = 32;
    private static final long BATCH_NANOS = 20_000_000;
    private static final long MILLI = 1_000_000;

    final String name;
    final Demand demand;
    final LockOptions options;
    final String note;

    private final Engine engine;
    private final int serial;
    private final boolean passesOn;
    private final Duration grantLease;

    private final ReentrantLock mutex = new ReentrantLock();
    private final LocalQueue waiters;
    private final Outage outage;

    /** The claim that is on its way to being granted, or held. */
    private @Nullable Claim claim;

    /** When there is no claim though some wait: when to ask again. */
    private @Nullable Cancellable retry;

    /** Whether it stands for one place that is taken over, and can be had in no other way. */
    private boolean inherits;

    private String holder = "";
    private boolean retired;

    Cohort(Engine engine, String name, Demand demand, LockOptions options, String note) {
        this.engine = engine;
        this.serial = engine.nextCohort();
        this.name = name;
        this.demand = demand;
        this.options = options;
        this.note = note;
        // Without renewal, or with a minimum hold, each holder needs a grant of its own from the store.
        // Who shares the lock with others has a claim of its own, and nobody here to pass it on to.
        this.passesOn = demand.exclusive()
                && options.order() == Order.BATCHED
                && options.renew()
                && options.minHold().isZero();
        this.grantLease =
                options.lease().compareTo(StoreSession.GRANT_LEASE) < 0 ? options.lease() : StoreSession.GRANT_LEASE;
        this.waiters = new LocalQueue(engine, name);
        this.outage = new Outage(options.lease().toNanos());
    }

    /** Whether it stands for those who want that, in that way. */
    boolean wants(Demand demand, LockOptions options, String note) {
        return this.demand.equals(demand) && this.options.equals(options) && this.note.equals(note);
    }

    /** Takes a step under the lock, and runs its effects afterwards; a cohort that has nothing to do is over then. */
    void step(Consumer<Effects> step) {
        Effects effects = new Effects();
        mutex.lock();
        try {
            step.accept(effects);
            if (claim == null && retry == null && !waiters.isEmpty()) {
                ask(effects);
            }
            if (!retired && claim == null && waiters.isEmpty()) {
                stopRetry();
                retired = true;
                engine.cohorts().remove(this);
            }
        } finally {
            mutex.unlock();
        }
        effects.run();
        engine.events().flush();
    }

    private void ask(Effects effects) {
        if (inherits) {
            // Asking anew would leave a gap between the writer and the reader.
            refused(this::notInherited, effects);
            return;
        }
        Claim asking = newClaim(waiters.isAnyPatient());
        claim = asking;
        asking.ask(effects);
    }

    private Claim newClaim(boolean join) {
        int block = passesOn ? BATCH_GRANTS : 1;
        Ask ask =
                new Ask(name, demand, engine.newOwner(), options.lease(), grantLease, options.lockDelay(), block, note);
        Claim created = new Claim(engine, this, ask, join);
        engine.register(created);
        return created;
    }

    // ---- what callers do

    /**
     * Lets a waiter in.
     *
     * @param waiter the waiter
     * @param asker sends the request of the claim that stands for it, if it is one that does not wait and is let in
     * @return false if this cohort is over and another has to be found
     */
    boolean enter(Waiter waiter, @Nullable Consumer<Claim> asker) {
        boolean[] open = {true};
        step(effects -> {
            if (retired) {
                open[0] = false;
                return;
            }
            if (claim != null) {
                claim.expire(effects);
            }
            waiter.queued = claim != null || !waiters.isEmpty();
            if (engine.isClosed()) {
                waiters.fail(waiter, engine.failures().closed(name), effects);
            } else if (waiter.queued && !waiter.patient) {
                waiters.turnAway(waiter, effects);
            } else {
                waiters.add(waiter);
                if (asker != null) {
                    claim = newClaim(false);
                    asker.accept(claim);
                }
            }
        });
        return open[0];
    }

    /**
     * Lets a reader in that takes over the place of a writer.
     *
     * @return false if this cohort is over and another has to be found
     */
    boolean inherit(Waiter waiter, HeldLease writer) {
        boolean[] open = {true};
        step(effects -> {
            if (retired) {
                open[0] = false;
            } else if (engine.isClosed()) {
                waiters.fail(waiter, engine.failures().closed(name), effects);
            } else {
                inherits = true;
                waiters.add(waiter);
                Claim heir = newClaim(false);
                claim = heir;
                effects.add(() -> writer.claim.cohort.handOver(writer, heir));
            }
        });
        return open[0];
    }

    /** Ends a lease at its owner's wish, and has a reader's claim take its place in the queue. */
    private void handOver(HeldLease lease, Claim reader) {
        step(effects -> {
            if (endIfActive(lease, effects)) {
                lease.claim.handTo(reader, lease, effects);
            } else {
                engine.forget(reader);
                effects.add(() -> reader.disinherit(lease::notValid));
            }
        });
    }

    /**
     * Lets a waiter go that has settled to give up.
     *
     * @return what is wrong with the store, if that is why it had to wait
     */
    @Nullable
    HoldfastException leave(Waiter waiter) {
        @Nullable HoldfastException[] trouble = {null};
        step(effects -> {
            if (waiters.remove(waiter)) {
                trouble[0] = outage.exception(engine.failures(), name);
                withdrawIfUnwanted(effects);
            }
        });
        return trouble[0];
    }

    private void withdrawIfUnwanted(Effects effects) {
        if (waiters.isEmpty() && claim != null && !claim.isHeld()) {
            claim.withdraw(effects);
        }
    }

    /** Ends a lease at its owner's wish; its outcome tells what came of it. */
    void release(HeldLease lease) {
        release(lease, lease.since + options.minHold().toNanos());
    }

    /** Ends a lease that reached nobody. */
    void takeBack(HeldLease lease) {
        release(lease, engine.now());
    }

    private void release(HeldLease lease, long keepUntil) {
        step(effects -> {
            Claim held = lease.claim;
            if (!endIfActive(lease, effects)) {
                return;
            }
            if (mayPassOn(held)) {
                effects.add(() -> lease.complete(Release.RELEASED));
                granted(held, effects);
            } else {
                giveBack(held, lease, keepUntil, effects);
            }
        });
    }

    private boolean endIfActive(HeldLease lease, Effects effects) {
        Claim held = lease.claim;
        if (lease.isActive()) {
            held.expire(effects);
        }
        if (!lease.isActive()) {
            return false;
        }
        lease.markReleased();
        engine.events().record(Kind.RELEASED, name, held.ask.owner(), lease.token(), engine.now() - lease.since);
        return true;
    }

    private boolean mayPassOn(Claim held) {
        return passesOn
                && !waiters.isEmpty()
                && held.hasToken()
                && engine.now() - held.heldSince() < BATCH_NANOS
                && !held.isAtRisk()
                && held.hasTimeEnough();
    }

    /** Registers a callback with a lease, or runs it if the lease is lost already. */
    void onLost(HeldLease lease, Runnable callback) {
        step(effects -> {
            if (!lease.keep(callback)) {
                effects.addLast(() -> engine.executor().execute(callback));
            }
        });
    }

    /** The lease that stands on the claim, if it is held. */
    @Nullable
    HeldLease lease() {
        mutex.lock();
        try {
            return claim != null && claim.isHeld() ? claim.lease() : null;
        } finally {
            mutex.unlock();
        }
    }

    /** Says who was last seen holding the lock, for messages. */
    String holder() {
        mutex.lock();
        try {
            return claim != null && claim.isHeld() ? claim.ask.owner() + ", in this client" : holder;
        } finally {
            mutex.unlock();
        }
    }

    /** Fails all waiters and gives back what is held, since the client closes. */
    void close() {
        step(effects -> {
            waiters.failAll(() -> engine.failures().closed(name), effects);
            Claim held = claim;
            if (held != null && held.isHeld()) {
                HeldLease lease = held.lease();
                held.lose(lease, "its Holdfast client was closed while it was held", effects);
                giveBack(held, null, lease.since + options.minHold().toNanos(), effects);
            } else {
                withdrawIfUnwanted(effects);
            }
        });
    }

    // ---- what becomes of the claim; called by it, within a step

    /** It stands in the queue. */
    void waiting(String holder, Effects effects) {
        this.holder = holder;
        outage.end();
        waiters.turnAwayImpatient(effects);
        withdrawIfUnwanted(effects);
    }

    /** It was granted, or a lease on it was given back: the next waiter's turn. */
    void granted(Claim granted, Effects effects) {
        outage.end();
        Waiter waiter = waiters.take();
        if (waiter == null) {
            giveBack(granted, null, engine.now(), effects);
            return;
        }
        long now = engine.now();
        boolean handedOff = granted.isHeld();
        HeldLease lease = granted.lend(now);
        String owner = granted.ask.owner();
        if (handedOff || granted.hasWaited() || waiter.queued) {
            engine.events().record(Kind.WAITED, name, owner, lease.token(), now - waiter.since);
        }
        Kind how = handedOff ? Kind.HANDED_OFF : Kind.ACQUIRED;
        engine.events().record(how, name, owner, lease.token(), now - waiter.since);
        effects.add(() -> waiter.finish(lease, null));
    }

    /** Releases a claim, and joins again behind the others if anyone here still waits. */
    private void giveBack(Claim held, @Nullable HeldLease lease, long keepUntil, Effects effects) {
        Claim next = waiters.isEmpty() ? null : newClaim(true);
        held.release(lease, keepUntil, next, effects);
        claim = next;
    }

    /** It did not get the lock, and does not stand in the queue. */
    void busy(Answer.Busy busy, boolean wasToJoin, Effects effects) {
        holder = busy.holder();
        outage.end();
        waiters.turnAwayImpatient(effects);
        if (wasToJoin) {
            // The end of a lease may be far off, and its holder may release it any time.
            retryAfter(Math.min(StoreSession.HEARTBEAT.toNanos(), Validity.nanos(busy.askAgain())));
        }
    }

    /** The store knows it no more; it has to be asked for anew. */
    void gone() {
        outage.end();
        retryAfter(0);
    }

    /** It was granted with too little time left, and is being given back. */
    void tooLate() {
        outage.end();
        retryAfter(engine.backoff(1));
    }

    /** What became of it is unknown, or it never can be granted. */
    void failed(Throwable error, Effects effects) {
        boolean hopeless = Failures.isDefinite(error) || outage.isTooLong(error, engine.now());
        if (hopeless) {
            waiters.failAll(() -> engine.failures().of(name, error), effects);
        } else {
            waiters.failImpatient(() -> engine.failures().of(name, error), effects);
            retryAfter(outage.pause(engine));
        }
    }

    /** Nobody here can have it, for a reason of its own. */
    void refused(Supplier<HoldfastException> reason, Effects effects) {
        waiters.failAll(reason, effects);
    }

    void ended(Claim over) {
        if (claim == over) {
            claim = null;
        }
    }

    Outage outage() {
        return outage;
    }

    // ---- trying again

    private void retryAfter(long nanos) {
        if (!inherits) {
            retry = engine.schedule(this::retryNow, Math.max(MILLI, nanos));
        }
    }

    private HoldfastException notInherited() {
        return new LeaseLostException(
                name,
                "The lease of lock '" + name + "' was lost while it became a reader's. What was read under it may have"
                        + " been changed by another holder.",
                null);
    }

    private void retryNow() {
        step(effects -> stopRetry());
    }

    private void stopRetry() {
        if (retry != null) {
            retry.cancel();
            retry = null;
        }
    }

    /** Asks again at once: there may be something new. */
    void lookAgain() {
        retryNow();
        Claim waiting;
        mutex.lock();
        try {
            waiting = claim;
        } finally {
            mutex.unlock();
        }
        if (waiting != null) {
            waiting.poll();
        }
    }

    /** So that sets of cohorts have the same order each time that a run is played. */
    @Override
    public int hashCode() {
        return serial;
    }
}
