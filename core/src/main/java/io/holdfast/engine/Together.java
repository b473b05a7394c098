package io.holdfast.engine;

import static java.util.Objects.requireNonNull;

import io.holdfast.HoldfastException;
import io.holdfast.LockOptions;
import io.holdfast.spi.Answer;
import io.holdfast.spi.Environment.Cancellable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An attempt to take several mutexes with one request. It waits for the answer of the store, and never for a lock.
 *
 * <p>In the cohort of each lock it is a waiter that does not want to wait, with a claim as every other; only the request
 * is one for all of the claims. If somebody of this client is there before it, no request is sent, and the claims that
 * were made are told that the lock is busy. Whatever becomes of the claims, each of the waiters is finished once: the
 * last of them decides what came of the attempt, and if that is not all of the locks, or if nobody wants them any more,
 * gives back what there is.
 */
final class Together {

    /**
     * What came of it: all of the leases, or one lock that was not to be had.
     *
     * @param leases the leases, in the order of the names; none at all if one is missing
     * @param missing the lock that was not to be had
     * @param failure why it was not, if it was not busy
     */
    record Outcome(
            List<HeldLease> leases,
            String missing,
            @Nullable HoldfastException failure) {

        static Outcome of(List<HeldLease> leases) {
            return new Outcome(leases, "", null);
        }

        static Outcome busy(String missing) {
            return new Outcome(List.of(), missing, null);
        }

        boolean isComplete() {
            return !leases.isEmpty();
        }

        /** Whether it makes no sense to wait for one lock after the other: also not if no time is left for that. */
        boolean isFinal(long left) {
            return isComplete() || left == 0 || Failures.isDefinite(failure);
        }
    }

    /** What it is to the cohort of one of the locks. */
    private final class Part extends Waiter {

        final String name;
        private @Nullable Claim claim;
        private @Nullable HeldLease lease;
        private @Nullable HoldfastException failure;

        Part(String name, long since) {
            super(since, false);
            this.name = name;
        }

        /** Has it stand for its lock. {@return whether it is the first there, and its claim may be asked for} */
        boolean enter() {
            engine.enter(this, name, options, made -> claim = made);
            return claim != null;
        }

        /** Has it stand back, before anything was sent. */
        void callOff() {
            if (claim != null) {
                claim.asked(engine.stamp(), new Answer.Busy(Duration.ZERO, ""));
            } else if (settle()) {
                finish(null, null);
            }
        }

        void giveUp() {
            if (claim != null && settle()) {
                claim.cohort.leave(this);
                finish(null, null);
            }
        }

        @Override
        void finish(@Nullable HeldLease lease, @Nullable HoldfastException failure) {
            this.lease = lease;
            this.failure = failure;
            if (unfinished.decrementAndGet() == 0) {
                conclude();
            }
        }

        boolean hasFailed() {
            return failure != null;
        }

        /** Whether the others failed because of it. */
        boolean isToBlame() {
            return failure != null
                    && failure.getCause() instanceof HoldfastException cause
                    && cause.lockName().equals(Optional.of(name));
        }

        /** Whether it is known to be busy: somebody of this client was there, or the store names who holds it. */
        boolean isInTheWay() {
            return lease == null && (claim == null || !claim.cohort.holder().isEmpty());
        }
    }

    private final Engine engine;
    private final LockOptions options;
    private final List<Part> parts;
    private final AtomicInteger unfinished;
    private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();

    Together(Engine engine, List<String> names, LockOptions options) {
        this.engine = engine;
        this.options = options;
        long since = engine.now();
        this.parts = names.stream().map(name -> new Part(name, since)).toList();
        this.unfinished = new AtomicInteger(parts.size());
    }

    /**
     * Asks.
     *
     * @param left after what time to give up; negative or zero for not before the store has answered, which it does in
     *     time
     * @return what comes of it, on whatever thread. To complete it in another way is to give up.
     */
    CompletableFuture<Outcome> begin(long left) {
        if (parts.stream().allMatch(Part::enter)) {
            send(parts.stream().map(part -> requireNonNull(part.claim)).toList());
        } else {
            parts.forEach(Part::callOff);
        }
        Cancellable timer = left > 0 && !outcome.isDone() ? engine.schedule(this::giveUp, left) : () -> {};
        var unused = outcome.whenComplete((done, error) -> {
            timer.cancel();
            parts.forEach(Part::giveUp);
        });
        return outcome;
    }

    /**
     * Asks, and waits for the answer in this thread.
     *
     * @param left after what time to give up, as above
     * @param interruptible whether an interrupt makes it give up
     * @return what came of it
     * @throws InterruptedException if it gave up for that; if the answer was quicker, the flag is set again instead
     */
    Outcome await(long left, boolean interruptible) throws InterruptedException {
        CompletableFuture<Outcome> asked = begin(left);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return asked.get();
                } catch (InterruptedException e) {
                    if (interruptible && giveUp()) {
                        throw e;
                    }
                    interrupted = true;
                }
            }
        } catch (ExecutionException e) {
            throw new AssertionError("never completed so", e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private boolean giveUp() {
        return outcome.complete(Outcome.busy(parts.get(0).name));
    }

    private void send(List<Claim> claims) {
        Stamp sent = engine.stamp();
        engine.request(
                session -> session.acquireAll(
                        claims.stream().map(claim -> claim.ask).toList()),
                answers -> {
                    for (int i = 0; i < claims.size(); i++) {
                        claims.get(i).asked(sent, answers.get(i));
                    }
                },
                error -> claims.forEach(claim -> claim.askingFailed(error)));
    }

    private void conclude() {
        List<HeldLease> leases = new ArrayList<>(parts.size());
        for (Part part : parts) {
            if (part.lease != null) {
                leases.add(part.lease);
            }
        }
        boolean all = leases.size() == parts.size();
        if (!outcome.complete(all ? Outcome.of(leases) : missing()) || !all) {
            leases.forEach(HeldLease::takeBack);
        }
    }

    private Outcome missing() {
        Part missing = first(Part::isToBlame)
                .or(() -> first(Part::hasFailed))
                .or(() -> first(Part::isInTheWay))
                .orElse(parts.get(0));
        return new Outcome(List.of(), missing.name, missing.failure);
    }

    private Optional<Part> first(Predicate<Part> which) {
        return parts.stream().filter(which).findFirst();
    }
}
