package io.holdfast.spi.queue;

import io.holdfast.ClaimInfo;
import io.holdfast.ClientInfo;
import io.holdfast.LockInfo;
import io.holdfast.LockKind;
import io.holdfast.spi.Answer;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Demand;
import io.holdfast.spi.Freed;
import io.holdfast.spi.Held;
import io.holdfast.spi.StoreSession;
import io.holdfast.spi.Tokens;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The queue of one lock: the claim model, without threads, without signals and without a place where it is kept.
 *
 * <p>The claims stand in the order in which they joined. The holders are the longest prefix that fits the capacity, where
 * those who wait but are silent are passed over: walking from the front, everyone who waits and is alive is granted as
 * long as there is room beside those who hold, and the first for whom there is none ends the walk, so that nobody behind
 * can overtake.
 *
 * <p>Every operation has the same three steps: claims whose time is over leave, the operation changes one claim, and
 * whoever fits now is granted. Whoever calls them sees to it that they come one after the other, and that the time that it
 * gives never runs backwards.
 *
 * @param <C> what the store knows a claim's client by
 */
public final class ClaimQueue<C> {

    private static final Answer GONE = new Answer.Gone();
    private static final Answer NOT_IN_THE_WAY = new Answer.Busy(StoreSession.HEARTBEAT, "");
    private static final Freed FREED = new Freed(true, Optional.empty());
    private static final Freed NOT_HELD = new Freed(false, Optional.empty());
    private static final long MILLI = 1_000_000;

    private final List<Claim<C>> claims;
    private final Mint mint;
    private final Marks marks;

    /** What the name is in use as, while there are claims: its kind and its capacity. */
    private Demand use;

    /** Who was granted without asking, and is still to be told. */
    private List<Claim<C>> handed = List.of();

    /**
     * A queue that is empty.
     *
     * @param mint where its tokens come from
     * @param marks the owner ids that are used up
     */
    public ClaimQueue(Mint mint, Marks marks) {
        this(mint, marks, Demand.MUTEX, List.of());
    }

    /**
     * A queue as it was kept.
     *
     * @param mint where its tokens come from
     * @param marks the owner ids that are used up
     * @param use some claim's demand, of which the kind and the capacity tell what the name is in use as
     * @param claims the claims, in their order
     */
    public ClaimQueue(Mint mint, Marks marks, Demand use, List<Claim<C>> claims) {
        this.mint = mint;
        this.marks = marks;
        this.use = use;
        this.claims = new ArrayList<>(Math.max(2, claims.size() + 1));
        this.claims.addAll(claims);
    }

    /**
     * {@return whether nobody holds or waits}
     */
    public boolean isEmpty() {
        return claims.isEmpty();
    }

    /**
     * {@return all who hold or wait, in their order, to be kept}
     */
    public List<Claim<C>> claims() {
        return List.copyOf(claims);
    }

    /**
     * {@return what the name is in use as: only the kind and the capacity mean anything, and only while there are claims}
     */
    public Demand use() {
        return use;
    }

    /**
     * {@return who was granted without asking, since this was called last, and is to be told}
     */
    public List<Claim<C>> takeHanded() {
        List<Claim<C>> result = handed;
        handed = List.of();
        return result;
    }

    /**
     * {@return the answer to a claim that asks}
     *
     * @param ask the claim
     * @param join whether to join the queue if it is not granted
     * @param client whose it is
     * @param now the time
     */
    public Answer acquire(Ask ask, boolean join, C client, long now) {
        expire(now);
        check(ask.name(), ask.demand());
        boolean known = find(ask.owner()) != null;
        Claim<C> claim = enter(ask, client, now);
        promote(claim, now);
        if (claim != null && claim.waits() && !known && !join) {
            claims.remove(claim);
            return new Answer.Busy(askAgain(now), holder());
        }
        return answer(claim, now);
    }

    /** {@return what a claim is told that cannot be granted now; null if it can, though nothing is granted} */
    private @Nullable Answer obstacle(Ask ask, long now) {
        expire(now);
        check(ask.name(), ask.demand());
        promote(null, now);
        Claim<C> claim = find(ask.owner());
        if (claim != null || marks.contains(ask.owner())) {
            return answer(claim, now);
        }
        String holder = holder();
        return holder.isEmpty() ? null : new Answer.Busy(askAgain(now), holder);
    }

    /**
     * {@return the answers to claims that ask for several locks in one step: all are granted, or none}
     *
     * @param asks the claims
     * @param queues the queue of each
     * @param client whose they are
     * @param now the time
     * @param <C> what the store knows a client by
     */
    public static <C> List<Answer> acquireAll(List<Ask> asks, List<ClaimQueue<C>> queues, C client, long now) {
        List<Answer> answers = new ArrayList<>(asks.size());
        boolean free = true;
        for (int i = 0; i < asks.size(); i++) {
            Answer obstacle = queues.get(i).obstacle(asks.get(i), now);
            free &= obstacle == null;
            answers.add(obstacle == null ? NOT_IN_THE_WAY : obstacle);
        }
        for (int i = 0; free && i < asks.size(); i++) {
            answers.set(i, queues.get(i).acquire(asks.get(i), false, client, now));
        }
        return answers;
    }

    /**
     * {@return the answer to a claim that looks after its place}
     *
     * @param owner its owner id
     * @param now the time
     */
    public Answer poll(String owner, long now) {
        expire(now);
        Claim<C> claim = find(owner);
        if (claim != null) {
            claim.heardOf(now);
        }
        promote(claim, now);
        return answer(claim, now);
    }

    /**
     * {@return how long a claim is kept from now on; empty if it is not held}
     *
     * @param held the claim
     * @param now the time
     */
    public Optional<Duration> renew(Held held, long now) {
        expire(now);
        Claim<C> claim = holding(held, now);
        if (claim != null) {
            claim.renew(held.lease(), held.lockDelay(), now);
        }
        promote(null, now);
        return claim == null ? Optional.empty() : Optional.of(claim.validFor(now));
    }

    /**
     * {@return what came of a release}
     *
     * @param held the claim
     * @param keepFor for how long the lock is to stay taken
     * @param rejoin a claim that joins behind those who wait already; null if there is none
     * @param client whose that is
     * @param now the time
     */
    public Freed release(Held held, Duration keepFor, @Nullable Ask rejoin, C client, long now) {
        expire(now);
        if (rejoin != null) {
            check(rejoin.name(), rejoin.demand());
        }
        Claim<C> claim = holding(held, now);
        if (claim != null && keepFor.compareTo(Duration.ZERO) > 0) {
            claim.keep(keepFor, now);
        } else if (claim != null) {
            claims.remove(claim);
        }
        Claim<C> next = rejoin == null ? null : enter(rejoin, client, now);
        promote(next, now);
        if (rejoin == null) {
            return claim != null ? FREED : NOT_HELD;
        }
        return new Freed(claim != null, Optional.of(answer(next, now)));
    }

    /**
     * {@return the answer to a reader that takes a writer's place}
     *
     * @param writer the claim that holds
     * @param reader the claim that takes its place
     * @param client whose that is
     * @param now the time
     */
    public Answer downgrade(Held writer, Ask reader, C client, long now) {
        expire(now);
        check(reader.name(), reader.demand());
        Claim<C> claim = holding(writer, now);
        if (claim != null && find(reader.owner()) == null && !marks.contains(reader.owner())) {
            Claim<C> heir = new Claim<>(reader, client, now);
            heir.grant(tokens(reader), reader.lease(), now);
            claims.set(claims.indexOf(claim), heir);
        }
        promote(null, now);
        return answer(find(reader.owner()), now);
    }

    /**
     * {@return whether the semaphore is in use, and now with the new number of permits}
     *
     * @param name what it is called
     * @param from how many it has, as the caller knows it
     * @param to how many it is to have
     * @param now the time
     */
    public boolean resize(String name, int from, int to, long now) {
        expire(now);
        Demand resized = Demand.permits(1, to);
        if (!claims.isEmpty() && !resized.isSameUse(use)) {
            check(name, Demand.permits(1, from));
            use = resized;
            // Who wants more than there is would keep everyone behind it waiting for ever.
            dropIf(claim -> claim.waits() && claim.units() > to, now);
        }
        promote(null, now);
        return !claims.isEmpty();
    }

    /**
     * Sees to it that an owner id neither waits nor holds, and never will.
     *
     * @param ask the claim
     * @param now the time
     */
    public void abandon(Ask ask, long now) {
        expire(now);
        Claim<C> claim = find(ask.owner());
        // One that was lost stays for its lock delay: leaving is not a way to open the lock sooner.
        if (claim != null && (claim.waits() || claim.holds(now))) {
            claims.remove(claim);
        }
        marks.leave(ask, now);
        promote(null, now);
    }

    /**
     * Lets time do its work, when nobody asks.
     *
     * @param now the time
     */
    public void settle(long now) {
        expire(now);
        promote(null, now);
    }

    /**
     * {@return what there is to see, as it would be found now, though nothing is changed; null if that is nothing}
     *
     * @param name what the lock is called
     * @param clients tells who a client is
     * @param now the time
     */
    public @Nullable LockInfo info(String name, Function<C, Optional<ClientInfo>> clients, long now) {
        List<ClaimInfo> holders = new ArrayList<>();
        List<ClaimInfo> waiters = new ArrayList<>();
        for (Claim<C> claim : claims) {
            if (!claim.ended(now)) {
                (claim.waits() ? waiters : holders).add(claim.info(clients, now));
            }
        }
        return holders.isEmpty() && waiters.isEmpty()
                ? null
                : new LockInfo(name, use.kind(), use.capacity(), holders, waiters);
    }

    private void expire(long now) {
        dropIf(claim -> claim.ended(now), now);
    }

    private void dropIf(Predicate<Claim<C>> which, long now) {
        for (int i = claims.size() - 1; i >= 0; i--) {
            Claim<C> claim = claims.get(i);
            if (which.test(claim)) {
                claims.remove(i);
                // A late copy of its request must not be granted a second time.
                marks.leave(claim.ask(), now);
            }
        }
    }

    /** {@return the claim, which joins the tail if it is not there; null if its id is used up} */
    private @Nullable Claim<C> enter(Ask ask, C client, long now) {
        Claim<C> claim = find(ask.owner());
        if (claim != null) {
            claim.heardOf(now);
        } else if (!marks.contains(ask.owner())) {
            if (claims.isEmpty()) {
                use = ask.demand();
            }
            claim = new Claim<>(ask, client, now);
            claims.add(claim);
        }
        return claim;
    }

    private void promote(@Nullable Claim<C> asker, long now) {
        if (claims.isEmpty()) {
            return;
        }
        int room = use.capacity();
        for (int i = 0; i < claims.size(); i++) {
            Claim<C> claim = claims.get(i);
            room -= claim.waits() ? 0 : claim.units();
        }
        for (int i = 0; i < claims.size() && room > 0; i++) {
            Claim<C> claim = claims.get(i);
            if (claim.waitsAlive(now)) {
                if (claim.units() > room) {
                    return;
                }
                room -= claim.units();
                grant(claim, claim == asker, now);
            }
        }
    }

    private void grant(Claim<C> claim, boolean asking, long now) {
        claim.grant(
                tokens(claim.ask()), asking ? claim.ask().lease() : claim.ask().grantLease(), now);
        if (!asking) {
            if (handed.isEmpty()) {
                handed = new ArrayList<>(2);
            }
            handed.add(claim);
        }
    }

    private Tokens tokens(Ask ask) {
        if (ask.demand().exclusive()) {
            return mint.tokens(Math.max(1, ask.block()));
        }
        return ask.demand().kind() == LockKind.SEMAPHORE ? Tokens.NONE : new Tokens(mint.epoch(), mint.epoch());
    }

    private Answer answer(@Nullable Claim<C> claim, long now) {
        if (claim == null) {
            return GONE;
        }
        Tokens tokens = claim.tokens();
        if (tokens == null) {
            return new Answer.Waiting(claim.ask().grantLease(), askAgain(now), holder());
        }
        return claim.holds(now) ? new Answer.Granted(tokens, claim.validFor(now)) : GONE;
    }

    /** {@return the time until a holder could end: whoever is alive and waits does so because somebody holds} */
    private Duration askAgain(long now) {
        long soonest = Long.MAX_VALUE;
        for (Claim<C> claim : claims) {
            if (!claim.waits()) {
                soonest = Math.min(soonest, claim.keptFor(now));
            }
        }
        return Duration.ofNanos(Math.max(MILLI, soonest));
    }

    private String holder() {
        for (Claim<C> claim : claims) {
            if (!claim.waits()) {
                return claim.ask().owner();
            }
        }
        return "";
    }

    private @Nullable Claim<C> find(String owner) {
        for (int i = 0; i < claims.size(); i++) {
            Claim<C> claim = claims.get(i);
            if (claim.ask().owner().equals(owner)) {
                return claim;
            }
        }
        return null;
    }

    private @Nullable Claim<C> holding(Held held, long now) {
        Claim<C> claim = find(held.owner());
        if (claim == null || !claim.holds(now)) {
            return null;
        }
        Tokens tokens = claim.tokens();
        return tokens != null && tokens.first() == held.token() ? claim : null;
    }

    private void check(String name, Demand demand) {
        if (!claims.isEmpty() && !demand.isSameUse(use)) {
            throw demand.refusal(name, use);
        }
    }
}
