package io.holdfast.engine;

import io.holdfast.spi.Environment.Cancellable;
import io.holdfast.spi.Held;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the claims of a client: renews them in time, and notices when one's time is over. One timer for all of them.
 *
 * <p>The timer is set to the earliest thing to be done for any claim, so a deadline is noticed when it passes and does
 * not wait for a renewal. What is almost due is renewed along with what is due, so that many leases cost few requests.
 * Acquiring and releasing only touch a set: as long as the timer is set for something sooner, it stays as it is.
 */
final class Keeper {

    private static final long NEVER = Long.MAX_VALUE;
    private static final long SUSPEND_WATCH = 1_000_000_000;

    private final Engine engine;
    private final Set<Claim> held = ConcurrentHashMap.newKeySet();

    private final ReentrantLock mutex = new ReentrantLock();
    private @Nullable Cancellable timer;

    /** When the timer goes off, in nanoseconds after {@link #origin}, so that numbers compare plainly. */
    private volatile long wakeAt = NEVER;

    private final long origin;

    Keeper(Engine engine) {
        this.engine = engine;
        this.origin = engine.now();
    }

    void add(Claim claim) {
        held.add(claim);
        setTimer(claim);
    }

    void remove(Claim claim) {
        held.remove(claim);
    }

    /** Sees to it that the timer goes off in time for this claim. */
    void wakeFor(Claim claim) {
        if (held.contains(claim)) {
            setTimer(claim);
        }
    }

    /** Has every claim renewed at once, since the connection is in doubt. */
    void recheckAll() {
        held.forEach(Claim::suspect);
    }

    boolean isEmpty() {
        return held.isEmpty();
    }

    void close() {
        mutex.lock();
        try {
            if (timer != null) {
                timer.cancel();
            }
        } finally {
            mutex.unlock();
        }
    }

    private void setTimer(Claim claim) {
        long now = engine.now() - origin;
        // Looked after once a second at least, to notice that the machine was suspended.
        long due = Math.min(claim.validity().deadline() - origin, now + SUSPEND_WATCH);
        boolean renews = !claim.isRenewing() && claim.isLookedAfter(now + origin);
        long at = renews ? Math.min(claim.renewAt() - origin, due) : due;
        if (at >= wakeAt) {
            return;
        }
        mutex.lock();
        try {
            if (at < wakeAt) {
                if (timer != null) {
                    timer.cancel();
                }
                wakeAt = at;
                timer = engine.schedule(() -> wake(at), at - now);
            }
        } finally {
            mutex.unlock();
        }
    }

    private void wake(long at) {
        mutex.lock();
        try {
            if (at != wakeAt) {
                // Called off too late: another one was set instead.
                return;
            }
            timer = null;
            wakeAt = NEVER;
        } finally {
            mutex.unlock();
        }
        try {
            lookAfterAll();
        } finally {
            held.forEach(this::setTimer);
        }
    }

    private void lookAfterAll() {
        Stamp now = engine.stamp();
        List<Claim> due = new ArrayList<>();
        for (Claim claim : held) {
            if (claim.validity().over(now.nanos())) {
                claim.cohort.step(claim::expire);
            } else if (isDue(claim, now)) {
                due.add(claim);
            }
        }
        if (!due.isEmpty()) {
            renew(due);
        }
    }

    private boolean isDue(Claim claim, Stamp now) {
        Validity validity = claim.validity();
        if (validity.doubtful(now)) {
            claim.suspect();
        } else if (!claim.isLookedAfter(now.nanos())) {
            return false;
        }
        // A thirtieth of the lease sooner than it must be, so that one request serves many.
        long slack = claim.isAtRisk() ? 0 : validity.span() / 30;
        return claim.renewAt() - now.nanos() <= slack && claim.startRenewing();
    }

    private void renew(List<Claim> claims) {
        Stamp sent = engine.stamp();
        List<Held> request =
                claims.stream().map(claim -> claim.renewal(sent.nanos())).toList();
        List<CompletionStage<Optional<Duration>>> answers =
                engine.requests(session -> session.renew(request), claims.size());
        for (int i = 0; i < claims.size(); i++) {
            Claim claim = claims.get(i);
            engine.listen(answers.get(i), left -> claim.renewed(sent, left), claim::renewingFailed);
        }
    }
}
