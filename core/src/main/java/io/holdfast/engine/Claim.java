package io.holdfast.engine;

import static java.util.Objects.requireNonNull;

import io.holdfast.HoldfastException;
import io.holdfast.InvalidLockException;
import io.holdfast.LockEvent.Kind;
import io.holdfast.LockOptions;
import io.holdfast.Release;
import io.holdfast.StoreUnavailableException;
import io.holdfast.spi.Answer;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Environment.Cancellable;
import io.holdfast.spi.Freed;
import io.holdfast.spi.Held;
import io.holdfast.spi.StoreSession;
import io.holdfast.spi.Tokens;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A claim at the store: the client's side of one place in a lock's queue, under an owner id that is used for nothing
 * else.
 *
 * <p>It sends the requests and keeps the state; its {@link Cohort} decides who gets the lock and what comes next. What
 * keeps it right:
 *
 * <ul>
 *   <li>Its state changes only in {@linkplain Cohort#step steps} of its cohort, and only goes forward. Requests are sent
 *       after the step, so they may overtake each other; every answer is therefore checked against the state.
 *   <li>It asks once. An answer that is unknown is followed by {@link Cleaner#abandon}, and the next try is another
 *       claim. If nobody wants it any more while it is asking, it is abandoned when the answer, or the failure, is
 *       there.
 *   <li>A grant that was handed over counts from the latest request that the store answered with "waiting": that one
 *       was executed before the grant. If little is left by that count, a renewal confirms it first.
 *   <li>The deadline passing is loss, whoever notices it first, and whatever arrives later.
 * </ul>
 */
final class Claim {

    /** Where a claim is on its way. It only goes down this list. */
    enum State {
        /** Asked, no answer yet. */
        JOINING,
        /** Stands in the queue. */
        WAITING,
        /** Granted, but with too little time left to be passed on: being renewed first. */
        CONFIRMING,
        /** Granted, and a lease of this client stands on it. */
        HELD,
        /** Nobody in this client relies on it any more; what it left at the store is being cleaned up. */
        OVER
    }

    private static final long MILLI = 1_000_000;
    private static final long SHORTEST_POLL = 5 * MILLI;
    private static final long HEARTBEAT = StoreSession.HEARTBEAT.toNanos();

    final Cohort cohort;
    final Ask ask;
    private final boolean join;
    private final Engine engine;
    private final LockOptions options;

    private volatile State state = State.JOINING;

    /** While it waits: when the latest request was sent that is known to have been executed before any grant. */
    private @Nullable Stamp lastSeen;

    private Duration validIfGranted = Duration.ZERO;
    private boolean polling;

    /** Whether there may be something new since the poll that is under way was sent. */
    private boolean askAgain;

    private @Nullable Cancellable nextPoll;

    /** A grant that was signalled before the answer to the request was there. */
    private @Nullable Tokens signalled;

    /** Whether the store took it away before the answer to the request was there. */
    private boolean goneAlready;

    private Tokens tokens = Tokens.NONE;
    private long nextToken;
    private long heldSince;
    private volatile @Nullable HeldLease lease;

    private volatile @Nullable Validity validity;
    private volatile boolean atRisk;
    private volatile long renewAt;

    /** Until when its lease lasts, of which the store may have told a part only. */
    private volatile long wholeUntil;

    private final AtomicBoolean renewing = new AtomicBoolean();
    private @Nullable Throwable trouble;

    Claim(Engine engine, Cohort cohort, Ask ask, boolean join) {
        this.engine = engine;
        this.cohort = cohort;
        this.ask = ask;
        this.join = join;
        this.options = cohort.options;
    }

    // ---- asking and waiting

    void ask(Effects effects) {
        effects.add(() -> {
            Stamp sent = engine.stamp();
            engine.request(session -> session.acquire(ask, join), answer -> asked(sent, answer), this::askingFailed);
        });
    }

    /** Takes in the answer to its asking, which may have been part of another claim's request. */
    void asked(Stamp sent, Answer answer) {
        cohort.step(effects -> {
            if (state == State.JOINING) {
                heard(sent, answer, effects);
            } else if (answer instanceof Answer.Busy || answer instanceof Answer.Gone) {
                engine.forget(this);
            } else {
                effects.add(() -> engine.cleaner().abandon(this));
            }
        });
    }

    void askingFailed(Throwable error) {
        cohort.step(effects -> {
            if (state == State.JOINING) {
                fail(error, effects);
            } else {
                cleanUp(error, effects);
            }
        });
    }

    /** Takes in an answer to a claim that is wanted: to its asking, or to a poll. */
    private void heard(Stamp sent, Answer answer, Effects effects) {
        if (goneAlready) {
            fail(new StoreUnavailableException(ask.name(), "the store took the claim away", null), effects);
        } else if (answer instanceof Answer.Granted granted) {
            granted(granted.tokens(), Validity.of(sent, granted.validFor()), effects);
        } else if (answer instanceof Answer.Waiting waiting) {
            state = State.WAITING;
            lastSeen = sent;
            validIfGranted = waiting.validIfGranted();
            cohort.waiting(waiting.holder(), effects);
            if (signalled != null) {
                takeHandOver(signalled, effects);
            } else if (state == State.WAITING) {
                pollAfter(askAgain ? 0 : Validity.nanos(waiting.askAgain()) + MILLI);
                askAgain = false;
            }
        } else {
            end();
            engine.forget(this);
            if (answer instanceof Answer.Busy busy) {
                cohort.busy(busy, join, effects);
            } else {
                cohort.gone();
            }
        }
    }

    private void pollAfter(long nanos) {
        cancelPoll();
        // At a third of a short grant lease, so that a grant is found with two thirds of it left.
        long longest = Math.min(HEARTBEAT, Math.max(SHORTEST_POLL, Validity.nanos(validIfGranted) / 3));
        nextPoll = engine.schedule(this::poll, Math.min(nanos, longest - engine.jitter(longest / 10)));
    }

    private void cancelPoll() {
        if (nextPoll != null) {
            nextPoll.cancel();
            nextPoll = null;
        }
    }

    /** Asks the store what became of it, if it waits: when it is time, or because there may be something new. */
    void poll() {
        cohort.step(effects -> {
            if (state == State.WAITING && polling) {
                askAgain = true;
            } else if (state == State.WAITING) {
                polling = true;
                cancelPoll();
                effects.add(() -> {
                    Stamp sent = engine.stamp();
                    engine.request(session -> session.poll(ask), answer -> polled(sent, answer), this::pollFailed);
                });
            }
        });
    }

    private void polled(Stamp sent, Answer answer) {
        cohort.step(effects -> {
            polling = false;
            if (state == State.WAITING) {
                heard(sent, answer, effects);
            }
        });
    }

    private void pollFailed(Throwable error) {
        cohort.step(effects -> {
            polling = false;
            if (state != State.WAITING) {
                return;
            }
            if (Failures.isDefinite(error) || cohort.outage().isTooLong(error, engine.now())) {
                fail(error, effects);
            } else {
                // A poll asks only, so it may simply be asked again: the place in the queue is kept.
                pollAfter(cohort.outage().pause(engine));
            }
        });
    }

    void signalGranted(Tokens tokens) {
        cohort.step(effects -> {
            if (state == State.JOINING) {
                signalled = tokens;
            } else if (state == State.WAITING) {
                takeHandOver(tokens, effects);
            }
        });
    }

    private void takeHandOver(Tokens tokens, Effects effects) {
        granted(tokens, Validity.of(requireNonNull(lastSeen), validIfGranted), effects);
    }

    // ---- being granted

    private void granted(Tokens tokens, Validity validity, Effects effects) {
        cancelPoll();
        this.tokens = tokens;
        this.nextToken = tokens.first();
        this.wholeUntil = validity.since().nanos() + ask.lease().toNanos();
        confirm(validity);
        // A grant that was handed over is short; where renewal is off nothing else would stretch it.
        boolean whole = options.renew() || !hasWaited();
        if (whole && hasTimeEnough()) {
            cohort.granted(this, effects);
            return;
        }
        state = State.CONFIRMING;
        effects.add(() -> {
            Stamp sent = engine.stamp();
            engine.request(
                    session -> session.renew(List.of(held(ask.lease()))).get(0),
                    left -> confirmed(sent, left),
                    this::confirmingFailed);
        });
    }

    private void confirmed(Stamp sent, Optional<Duration> left) {
        cohort.step(effects -> {
            if (state != State.CONFIRMING) {
                return;
            }
            if (left.isEmpty()) {
                end();
                engine.forget(this);
                cohort.gone();
                return;
            }
            confirm(Validity.of(sent, left.get()));
            if (hasTimeEnough()) {
                cohort.granted(this, effects);
            } else {
                release(null, engine.now(), null, effects);
                cohort.tooLate();
            }
        });
    }

    private void confirmingFailed(Throwable error) {
        cohort.step(effects -> {
            if (state == State.CONFIRMING) {
                fail(error, effects);
            }
        });
    }

    /** Takes over what the store said last; it counts also if it is less than what was said before. */
    private void confirm(Validity said) {
        long now = engine.now();
        Validity current = said.after(validity, now);
        this.validity = current;
        // A third of what is left rather than of the whole: a grant that was handed over is younger than its stamp.
        this.renewAt = now + Math.max(0, current.remaining(now)) / 3;
        this.atRisk = false;
        this.trouble = null;
    }

    /** Whether enough is left for a lease to begin on it. */
    boolean hasTimeEnough() {
        Validity current = validity();
        Stamp now = engine.stamp();
        long needed = Math.max(current.span() / 3, options.minRemaining().toNanos());
        return current.holds(now) && current.remaining(now.nanos()) >= needed;
    }

    // ---- being held

    /** Begins a lease on it, with the next of its tokens. */
    HeldLease lend(long now) {
        if (state != State.HELD) {
            state = State.HELD;
            heldSince = now;
            engine.keeper().add(this);
        }
        HeldLease lent = new HeldLease(engine, this, nextToken++, now);
        lease = lent;
        return lent;
    }

    /** Whether another lease may begin on it: a batch has as many grants as there are tokens. */
    boolean hasToken() {
        return nextToken <= tokens.last();
    }

    long heldSince() {
        return heldSince;
    }

    Held held(Duration lease) {
        return new Held(ask.name(), ask.demand(), ask.owner(), tokens.first(), lease, ask.lockDelay());
    }

    /** What a renewal at this time is to ask for; one that is not to be extended is only looked after. */
    Held renewal(long now) {
        if (!isRenewable(now)) {
            return held(Duration.ofMillis(1));
        }
        wholeUntil = now + ask.lease().toNanos();
        return held(ask.lease());
    }

    boolean isRenewable(long now) {
        HeldLease current = lease;
        return options.renew()
                && (options.maxHold().isEmpty()
                        || current == null
                        || now - current.since < options.maxHold().get().toNanos());
    }

    /** Whether it has to be asked after, since more may be left than the store could tell, or what it told is in doubt. */
    boolean isLookedAfter(long now) {
        return isRenewable(now)
                || atRisk
                || (engine.toldAtOnce(options).compareTo(ask.lease()) < 0
                        && validity().expiry() - wholeUntil < 0);
    }

    boolean startRenewing() {
        return renewing.compareAndSet(false, true);
    }

    boolean isRenewing() {
        return renewing.get();
    }

    long renewAt() {
        return renewAt;
    }

    void renewed(Stamp sent, Optional<Duration> left) {
        cohort.step(effects -> {
            if (renewalEnded(effects)) {
                if (left.isEmpty()) {
                    lost("the store no longer has it: it was removed there, or the store forgot it", true, effects);
                } else {
                    confirm(Validity.of(sent, left.get()));
                    event(Kind.RENEWED, engine.now() - sent.nanos());
                }
            }
        });
        engine.keeper().wakeFor(this);
    }

    void renewingFailed(Throwable error) {
        cohort.step(effects -> {
            if (renewalEnded(effects)) {
                trouble = error;
                renewAt = engine.now() + engine.retryPause(ask.lease());
                doubt();
            }
        });
        engine.keeper().wakeFor(this);
    }

    private boolean renewalEnded(Effects effects) {
        renewing.set(false);
        expire(effects);
        return state == State.HELD;
    }

    /** Puts it at risk, to be renewed at once; one that was at risk before is being retried already. */
    void suspect() {
        cohort.step(effects -> {
            if (state == State.HELD && !atRisk) {
                renewAt = engine.now();
                doubt();
            }
        });
        engine.keeper().wakeFor(this);
    }

    private void doubt() {
        if (!atRisk) {
            atRisk = true;
            event(Kind.AT_RISK, engine.now() - validity().since().nanos());
        }
    }

    boolean isAtRisk() {
        return atRisk;
    }

    /** Until when it may be relied upon; only for one that was granted. */
    Validity validity() {
        return requireNonNull(validity);
    }

    // ---- its end

    /** Ends it if its deadline has passed. */
    void expire(Effects effects) {
        if (state == State.HELD && validity().over(engine.now())) {
            String reason = trouble == null
                    ? "its deadline passed: renewal was off, maxHold was over, or the process stood still"
                    : "its deadline passed while the store could not be reached (" + trouble + ")";
            lost(reason, false, effects);
        }
    }

    void signalLost() {
        cohort.step(effects -> {
            if (state == State.HELD) {
                lost("the store took it away, or the session that it hung on expired", true, effects);
            } else if (state == State.WAITING || state == State.CONFIRMING) {
                end();
                engine.forget(this);
            } else if (state == State.JOINING) {
                goneAlready = true;
            }
        });
    }

    private void lost(String reason, boolean gone, Effects effects) {
        end();
        lose(requireNonNull(lease), reason, effects);
        if (gone) {
            engine.forget(this);
        } else {
            effects.add(this::leaveToItsEnd);
        }
    }

    /** Leaves it to end by itself at the store, and no sooner. A renewal whose answer was lost may have kept it there. */
    void leaveToItsEnd() {
        if (options.lockDelay().isZero()) {
            engine.cleaner().abandonAt(this, validity().expiry());
        } else {
            engine.forget(this);
        }
    }

    /** Tells whoever works under a lease that it is lost. */
    void lose(HeldLease lease, String reason, Effects effects) {
        List<Runnable> callbacks = lease.markLost(reason);
        engine.events().record(Kind.LOST, ask.name(), ask.owner(), lease.token(), engine.now() - lease.since);
        effects.add(() -> lease.complete(Release.LOST));
        callbacks.forEach(callback -> effects.addLast(() -> engine.executor().execute(callback)));
    }

    /**
     * Releases it, and in the same request has another claim join.
     *
     * @param lease whom to tell what came of it
     * @param keepUntil until when the lock is to stay taken
     * @param next the claim that joins
     * @param effects what to do after the step
     */
    void release(@Nullable HeldLease lease, long keepUntil, @Nullable Claim next, Effects effects) {
        end();
        effects.add(() -> {
            Stamp sent = engine.stamp();
            Duration keepFor = Duration.ofNanos(Math.max(0, keepUntil - sent.nanos()));
            Optional<Ask> rejoin = Optional.ofNullable(next).map(joining -> joining.ask);
            engine.request(
                    session -> session.release(held(ask.lease()), keepFor, rejoin),
                    freed -> {
                        released(lease, freed);
                        if (next != null) {
                            next.asked(sent, freed.rejoined().orElseGet(Answer.Gone::new));
                        }
                    },
                    error -> {
                        releasingFailed(lease, keepUntil, error);
                        if (next != null) {
                            next.askingFailed(error);
                        }
                    });
        });
    }

    /** When the store opens the lock at the latest, if nothing more is heard of this, as this client can know it. */
    long endAtStore() {
        return validity().expiry() + ask.lockDelay().toNanos();
    }

    /** Hands its place in the queue to a reader. */
    void handTo(Claim reader, HeldLease lease, Effects effects) {
        end();
        effects.add(() -> new Downgrade(engine, this, lease, reader).send());
    }

    /** Ends it, since there is no place any more that it could take over; what it left is another's to clean up. */
    void disinherit(Supplier<HoldfastException> reason) {
        cohort.step(effects -> {
            if (state == State.JOINING) {
                end();
                cohort.refused(reason, effects);
            }
        });
    }

    private void released(@Nullable HeldLease lease, Freed freed) {
        engine.forget(this);
        if (lease != null && freed.held()) {
            lease.complete(Release.RELEASED);
        } else if (lease != null) {
            cohort.step(effects -> lose(lease, "the store no longer had it when it was released", effects));
        }
    }

    private void releasingFailed(@Nullable HeldLease lease, long keepUntil, Throwable error) {
        if (error instanceof InvalidLockException) {
            // Whatever is there now is not this lock.
            released(lease, new Freed(false, Optional.empty()));
            return;
        }
        engine.cleaner().release(this, keepUntil);
        if (lease != null) {
            lease.complete(Release.UNCONFIRMED);
        }
    }

    /** Gives it up since nobody wants it. One that is still asking is cleaned up when the answer is there. */
    void withdraw(Effects effects) {
        if (state != State.JOINING) {
            effects.add(() -> engine.cleaner().abandon(this));
        }
        end();
    }

    private void fail(Throwable error, Effects effects) {
        boolean asking = state == State.JOINING;
        end();
        if (asking) {
            cleanUp(error, effects);
        } else {
            // It stands in the queue, or was granted, whatever became of the request that failed.
            effects.add(() -> engine.cleaner().abandon(this));
        }
        cohort.failed(error, effects);
    }

    /** Cleans up after a request to join that failed. */
    private void cleanUp(Throwable error, Effects effects) {
        if (Failures.isDefinite(error)) {
            engine.forget(this);
        } else {
            effects.add(() -> engine.cleaner().abandon(this));
        }
    }

    private void end() {
        state = State.OVER;
        cancelPoll();
        engine.keeper().remove(this);
        cohort.ended(this);
    }

    /** Whether nobody in this client relies on it any more, as another thread may see it a little later. */
    boolean isOver() {
        return state == State.OVER;
    }

    boolean isHeld() {
        return state == State.HELD;
    }

    boolean hasWaited() {
        return lastSeen != null;
    }

    HeldLease lease() {
        return requireNonNull(lease);
    }

    private void event(Kind kind, long took) {
        engine.events().record(kind, ask.name(), ask.owner(), 0, took);
    }

    /** So that sets of claims have the same order each time that a run is played. */
    @Override
    public int hashCode() {
        return ask.owner().hashCode();
    }
}
