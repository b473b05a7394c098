package io.holdfast.memory;

import io.holdfast.LockKind;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Demand;
import io.holdfast.spi.Held;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Predicate;

/** What is asked of a lock in a {@link ClaimHistory}, drawn at random. */
final class ClaimDraws {

    static final String NAME = "lock";

    /** What a lock is used as. */
    enum World {
        MUTEX(Demand.MUTEX),
        READ_WRITE(Demand.READ),
        SEMAPHORE(Demand.permits(1, 5)),
        ONE_AFTER_THE_OTHER(Demand.MUTEX, Demand.READ, Demand.permits(1, 5));

        private final Demand[] demands;

        World(Demand... demands) {
            this.demands = demands;
        }
    }

    final SplittableRandom random;
    final World world;

    /** Every claim that asked so far. */
    final List<Ask> asks = new ArrayList<>();

    /** Every grant that was told. */
    final List<Held> grants = new ArrayList<>();

    /** What the lock is used as at present. */
    Demand kind;

    ClaimDraws(long seed) {
        random = new SplittableRandom(seed);
        world = World.values()[(int) Math.floorMod(seed, (long) World.values().length)];
        kind = demand();
    }

    Ask fresh() {
        if (random.nextInt(40) == 0) {
            kind = demand();
        }
        Demand demand = kind;
        if (random.nextBoolean() && kind.equals(Demand.READ)) {
            demand = Demand.WRITE;
        } else if (kind.kind() == LockKind.SEMAPHORE) {
            demand = Demand.permits(random.nextInt(1, kind.capacity() + 1), kind.capacity());
        }
        return fresh(demand);
    }

    Ask fresh(Demand demand) {
        Duration lease = Duration.ofMillis(pick(10, 200, 1_000, 5_000, 5_000, 100_000));
        Duration grantLease = Duration.ofMillis(Math.min(lease.toMillis(), pick(10, 500, 3_000)));
        Duration lockDelay = Duration.ofMillis(pick(0, 0, 0, 0, 50, 2_000));
        Ask ask = new Ask(NAME, demand, "owner-" + asks.size(), lease, grantLease, lockDelay, (int) pick(1, 1, 3, 32));
        asks.add(ask);
        return ask;
    }

    private Demand demand() {
        return world.demands[random.nextInt(world.demands.length)];
    }

    private long pick(long... choices) {
        return choices[random.nextInt(choices.length)];
    }

    /** {@return mostly one of the last, since the others are gone for good} */
    Optional<Ask> someAsk() {
        return some(asks);
    }

    /**
     * {@return a grant, at times with a token that is not its own}
     *
     * @param favoured which to take mostly, if there are such among the last
     */
    Optional<Held> someGrant(Predicate<Held> favoured) {
        List<Held> last = grants.subList(Math.max(0, grants.size() - 40), grants.size());
        List<Held> chosen =
                random.nextInt(3) == 0 ? grants : last.stream().filter(favoured).toList();
        return some(chosen.isEmpty() ? grants : chosen)
                .map(held -> new Held(
                        held.name(),
                        held.demand(),
                        held.owner(),
                        random.nextInt(20) == 0 ? held.token() + 1 : held.token(),
                        Duration.ofMillis(pick(10, 200, 1_000, 5_000)),
                        random.nextInt(5) == 0 ? Duration.ofMillis(pick(0, 100)) : held.lockDelay()));
    }

    <T> Optional<T> some(List<T> list) {
        int recent = random.nextInt(10) == 0 ? list.size() : Math.min(list.size(), 8);
        return recent == 0 ? Optional.empty() : Optional.of(list.get(list.size() - 1 - random.nextInt(recent)));
    }
}
