package io.holdfast.memory;

import io.holdfast.ClaimInfo;
import io.holdfast.InvalidLockException;
import io.holdfast.LockInfo;
import io.holdfast.LockKind;
import io.holdfast.spi.Answer;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Demand;
import io.holdfast.spi.Freed;
import io.holdfast.spi.Held;
import io.holdfast.spi.Tokens;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The queue of one lock: the claim model, without threads and without signals.
 *
 * <p>The claims stand in the order in which they joined. The holders are the longest prefix that fits the capacity, where
 * those who wait but are silent are passed over: walking from the front, everyone who waits and is alive is granted as
 * long as there is room beside those who hold, and the first for whom there is none ends the walk, so that nobody behind
 * can overtake.
 *
 * <p>Every operation has the same three steps: claims whose time is over leave, the operation changes one claim, and
 * whoever fits now is granted.
 */
final class ClaimQueue {

    private static final Answer GONE = new Answer.Gone();
    private static final Freed FREED = new Freed(true, Optional.empty());
    private static final Freed NOT_HELD = new Freed(false, Optional.empty());
    private static final long MILLI = 1_000_000;

    private final List<Claim> claims = new ArrayList<>(2);
    private final AtomicLong nextToken;
    private final Marks marks;

    /** What the name is in use as, while there are claims: its kind and its capacity. */
    private Demand use = Demand.MUTEX;

    /** The last token that a writer before may have had; the store's last, since the name's own was not retained. */
    private long epoch;

    /** Who was granted without asking, and is still to be told. */
    private List<Claim> handed = List.of();

    ClaimQueue(AtomicLong nextToken, Marks marks) {
        this.nextToken = nextToken;
        this.marks = marks;
        this.epoch = nextToken.get() - 1;
    }

    boolean isEmpty() {
        return claims.isEmpty();
    }

    /** {@return who was granted without asking, since this was called last} */
    List<Claim> takeHanded() {
        List<Claim> result = handed;
        handed = List.of();
        return result;
    }

    Answer acquire(Ask ask, boolean join, MemorySession session, long now) {
        expire(now);
        check(ask.name(), ask.demand());
        boolean known = find(ask.owner()) != null;
        Claim claim = enter(ask, session, now);
        promote(claim, now);
        if (claim != null && claim.waits() && !known && !join) {
            claims.remove(claim);
            return new Answer.Busy(askAgain(now), holder());
        }
        return answer(claim, now);
    }

    /** {@return what a claim is told that cannot be granted now; null if it can, though nothing is granted} */
    @Nullable
    Answer obstacle(Ask ask, long now) {
        expire(now);
        check(ask.name(), ask.demand());
        promote(null, now);
        Claim claim = find(ask.owner());
        if (claim != null || marks.contains(ask.owner())) {
            return answer(claim, now);
        }
        String holder = holder();
        return holder.isEmpty() ? null : new Answer.Busy(askAgain(now), holder);
    }

    Answer poll(String owner, long now) {
        expire(now);
        Claim claim = find(owner);
        if (claim != null) {
            claim.heardOf(now);
        }
        promote(claim, now);
        return answer(claim, now);
    }

    Optional<Duration> renew(Held held, long now) {
        expire(now);
        Claim claim = holding(held, now);
        if (claim != null) {
            claim.renew(held.lease(), held.lockDelay(), now);
        }
        promote(null, now);
        return claim == null ? Optional.empty() : Optional.of(claim.validFor(now));
    }

    Freed release(Held held, Duration keepFor, @Nullable Ask rejoin, MemorySession session, long now) {
        expire(now);
        if (rejoin != null) {
            check(rejoin.name(), rejoin.demand());
        }
        Claim claim = holding(held, now);
        if (claim != null && keepFor.compareTo(Duration.ZERO) > 0) {
            claim.keep(keepFor, now);
        } else if (claim != null) {
            claims.remove(claim);
        }
        Claim next = rejoin == null ? null : enter(rejoin, session, now);
        promote(next, now);
        if (rejoin == null) {
            return claim != null ? FREED : NOT_HELD;
        }
        return new Freed(claim != null, Optional.of(answer(next, now)));
    }

    Answer downgrade(Held writer, Ask reader, MemorySession session, long now) {
        expire(now);
        check(reader.name(), reader.demand());
        Claim claim = holding(writer, now);
        if (claim != null && find(reader.owner()) == null && !marks.contains(reader.owner())) {
            Claim heir = new Claim(reader, session, now);
            heir.grant(mint(reader), reader.lease(), now);
            claims.set(claims.indexOf(claim), heir);
        }
        promote(null, now);
        return answer(find(reader.owner()), now);
    }

    boolean resize(String name, int from, int to, long now) {
        expire(now);
        Demand resized = Demand.permits(1, to);
        if (!claims.isEmpty() && !isUse(resized)) {
            check(name, Demand.permits(1, from));
            use = resized;
            // Who wants more than there is would keep everyone behind it waiting for ever.
            dropIf(claim -> claim.waits() && claim.units() > to, now);
        }
        promote(null, now);
        return !claims.isEmpty();
    }

    void abandon(Ask ask, long now) {
        expire(now);
        Claim claim = find(ask.owner());
        // One that was lost stays for its lock delay: leaving is not a way to open the lock sooner.
        if (claim != null && (claim.waits() || claim.holds(now))) {
            claims.remove(claim);
        }
        marks.leave(ask, now);
        promote(null, now);
    }

    /** Lets time do its work, when nobody asks. */
    void settle(long now) {
        expire(now);
        promote(null, now);
    }

    /** {@return what there is to see, as it would be found now, though nothing is changed; null if that is nothing} */
    @Nullable
    LockInfo info(String name, long now) {
        List<ClaimInfo> holders = new ArrayList<>();
        List<ClaimInfo> waiters = new ArrayList<>();
        for (Claim claim : claims) {
            if (!claim.ended(now)) {
                (claim.waits() ? waiters : holders).add(claim.info(now));
            }
        }
        return holders.isEmpty() && waiters.isEmpty()
                ? null
                : new LockInfo(name, use.kind(), use.capacity(), holders, waiters);
    }

    private void expire(long now) {
        dropIf(claim -> claim.ended(now), now);
    }

    private void dropIf(Predicate<Claim> which, long now) {
        for (int i = claims.size() - 1; i >= 0; i--) {
            Claim claim = claims.get(i);
            if (which.test(claim)) {
                claims.remove(i);
                // A late copy of its request must not be granted a second time.
                marks.leave(claim.ask, now);
            }
        }
    }

    /** {@return the claim, which joins the tail if it is not there; null if its id is used up} */
    private @Nullable Claim enter(Ask ask, MemorySession session, long now) {
        Claim claim = find(ask.owner());
        if (claim != null) {
            claim.heardOf(now);
        } else if (!marks.contains(ask.owner())) {
            if (claims.isEmpty()) {
                use = ask.demand();
            }
            claim = new Claim(ask, session, now);
            claims.add(claim);
        }
        return claim;
    }

    private void promote(@Nullable Claim asker, long now) {
        if (claims.isEmpty()) {
            return;
        }
        int room = use.capacity();
        for (int i = 0; i < claims.size(); i++) {
            Claim claim = claims.get(i);
            room -= claim.waits() ? 0 : claim.units();
        }
        for (int i = 0; i < claims.size() && room > 0; i++) {
            Claim claim = claims.get(i);
            if (claim.waitsAlive(now)) {
                if (claim.units() > room) {
                    return;
                }
                room -= claim.units();
                grant(claim, claim == asker, now);
            }
        }
    }

    private void grant(Claim claim, boolean asking, long now) {
        claim.grant(mint(claim.ask), asking ? claim.ask.lease() : claim.ask.grantLease(), now);
        if (!asking) {
            if (handed.isEmpty()) {
                handed = new ArrayList<>(2);
            }
            handed.add(claim);
        }
    }

    private Tokens mint(Ask ask) {
        if (ask.demand().exclusive()) {
            int block = Math.max(1, ask.block());
            long first = nextToken.getAndAdd(block);
            epoch = first + block - 1;
            return new Tokens(first, epoch);
        }
        return ask.demand().kind() == LockKind.SEMAPHORE ? Tokens.NONE : new Tokens(epoch, epoch);
    }

    private Answer answer(@Nullable Claim claim, long now) {
        if (claim == null) {
            return GONE;
        }
        Tokens tokens = claim.tokens();
        if (tokens == null) {
            return new Answer.Waiting(claim.ask.grantLease(), askAgain(now), holder());
        }
        return claim.holds(now) ? new Answer.Granted(tokens, claim.validFor(now)) : GONE;
    }

    /** {@return the time until a holder could end: whoever is alive and waits does so because somebody holds} */
    private Duration askAgain(long now) {
        long soonest = Long.MAX_VALUE;
        for (Claim claim : claims) {
            if (!claim.waits()) {
                soonest = Math.min(soonest, claim.keptFor(now));
            }
        }
        return Duration.ofNanos(Math.max(MILLI, soonest));
    }

    private String holder() {
        for (Claim claim : claims) {
            if (!claim.waits()) {
                return claim.ask.owner();
            }
        }
        return "";
    }

    private @Nullable Claim find(String owner) {
        for (int i = 0; i < claims.size(); i++) {
            Claim claim = claims.get(i);
            if (claim.ask.owner().equals(owner)) {
                return claim;
            }
        }
        return null;
    }

    private @Nullable Claim holding(Held held, long now) {
        Claim claim = find(held.owner());
        if (claim == null || !claim.holds(now)) {
            return null;
        }
        Tokens tokens = claim.tokens();
        return tokens != null && tokens.first() == held.token() ? claim : null;
    }

    private boolean isUse(Demand demand) {
        return use.kind() == demand.kind() && use.capacity() == demand.capacity();
    }

    private void check(String name, Demand demand) {
        if (claims.isEmpty() || isUse(demand)) {
            return;
        }
        String advice = use.kind() == LockKind.SEMAPHORE && demand.kind() == LockKind.SEMAPHORE
                ? "name the same number everywhere, or change it with Semaphore.resize"
                : "use another name for one of them";
        throw new InvalidLockException(
                name,
                "The lock '" + name + "' is in use as a " + describe(use) + " and cannot be a " + describe(demand)
                        + " at the same time: " + advice + ".",
                null);
    }

    private static String describe(Demand demand) {
        return switch (demand.kind()) {
            case MUTEX -> "mutex";
            case READ_WRITE -> "read-write lock";
            case SEMAPHORE -> "semaphore of " + demand.capacity();
        };
    }
}
