package io.holdfast.spi.line;

import io.holdfast.InvalidLockException;
import io.holdfast.LockKind;
import io.holdfast.spi.Demand;
import java.util.List;
import java.util.Optional;

/**
 * Who stands in line for one lock, and the one rule of it: whoever fits beside all who stand before it holds the lock.
 *
 * <p>A place cannot lose what it holds by this rule, since those before it can only leave. One that is of another kind than
 * those behind it, as can be for a moment until it is refused, is in the way of all of them.
 *
 * @param places all of them, in their order
 * @param revision as of when it is, in the store's own count, so that a watch can begin right there; 0 if it has none
 */
public record Line(List<Place> places, long revision) {

    /**
     * Makes the list unmodifiable.
     *
     * @param places all of them, in their order
     * @param revision as of when it is
     */
    public Line {
        places = List.copyOf(places);
    }

    /**
     * A line at a store that does not count.
     *
     * @param places all of them, in their order
     */
    public Line(List<Place> places) {
        this(places, 0);
    }

    /**
     * {@return where an owner stands; -1 if it does not}
     *
     * @param owner the owner id
     */
    public int indexOf(String owner) {
        for (int i = 0; i < places.size(); i++) {
            if (places.get(i).owner().equals(owner)) {
                return i;
            }
        }
        return -1;
    }

    /**
     * {@return whether a claim could hold the lock behind the first so many}
     *
     * @param demand what it wants
     * @param before how many stand before it
     */
    public boolean fits(Demand demand, int before) {
        long taken = demand.units();
        for (Place place : places.subList(0, before)) {
            if (!demand.isSameUse(place.demand())) {
                return false;
            }
            taken += place.demand().units();
        }
        return taken <= demand.capacity();
    }

    /**
     * {@return whether the one who stands there holds the lock}
     *
     * @param index where
     */
    public boolean holds(int index) {
        return fits(places.get(index).demand(), index);
    }

    /**
     * {@return the nearest place that has to go, or to be granted, before the one who stands there can be; empty if the
     * next of several to leave decides, whichever that is}
     *
     * @param index where one stands who does not hold the lock
     */
    public Optional<Place> obstacle(int index) {
        Demand demand = places.get(index).demand();
        if (demand.kind() == LockKind.SEMAPHORE && holds(index - 1)) {
            return Optional.empty();
        }
        boolean reads = demand.kind() == LockKind.READ_WRITE && !demand.exclusive();
        for (int i = index - 1; i > 0; i--) {
            Demand other = places.get(i).demand();
            if (!reads || other.exclusive() || !demand.isSameUse(other)) {
                return Optional.of(places.get(i));
            }
        }
        return Optional.of(places.get(0));
    }

    /**
     * {@return who holds the lock, for messages; empty if nobody stands there}
     */
    public String holder() {
        return places.isEmpty() ? "" : places.get(0).owner();
    }

    /**
     * Checks that the name is not in use as something else.
     *
     * @param name the lock
     * @param demand what is wanted of it
     * @throws InvalidLockException if it is
     */
    public void check(String name, Demand demand) {
        if (!places.isEmpty() && !demand.isSameUse(places.get(0).demand())) {
            throw demand.refusal(name, places.get(0).demand());
        }
    }
}
