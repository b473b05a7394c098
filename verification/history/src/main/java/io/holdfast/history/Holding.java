package io.holdfast.history;

import org.jspecify.annotations.Nullable;

/** A request, and the lease that came of it, by its events and their places in the history. */
final class Holding {

    static final int NEVER = -1;

    final Event asked;
    final Demand demand;
    final int askedPlace;

    @Nullable
    Event granted;

    int grantedPlace = NEVER;

    @Nullable
    Event denied;

    @Nullable
    Event lastValid;

    int lastValidPlace = NEVER;

    /** Until when the lease was valid for certain by its own account. */
    long deadline = Long.MIN_VALUE;

    @Nullable
    Event lost;

    @Nullable
    Event releasing;

    @Nullable
    Event released;

    Holding(Event asked, int place) {
        this.asked = asked;
        this.askedPlace = place;
        this.demand = Demand.parse(asked.detail());
    }

    boolean isGranted() {
        return granted != null;
    }

    /** {@return whether it was valid after it was granted; it was so without a break, since what ends never comes back} */
    boolean wasValid() {
        return lastValidPlace > grantedPlace && grantedPlace != NEVER;
    }

    long token() {
        return granted == null ? 0 : granted.token();
    }

    /**
     * {@return the last moment at which the store may still keep the lock for it}
     *
     * @param death when its client died, if it did
     */
    long occupiedUntil(@Nullable Event death) {
        long after = demand.lease().plus(demand.delay()).toNanos();
        if (released != null && released.detail().equals("RELEASED")) {
            long kept = granted == null ? 0 : granted.at() + demand.keep().toNanos();
            return Math.max(released.at(), kept);
        } else if (released != null && released.detail().equals("UNCONFIRMED")) {
            return released.at() + after;
        } else if (death != null) {
            return death.at() + after;
        }
        return deadline + after;
    }

    /** {@return when its holder knew that it was over, in one way or the other} */
    @Nullable
    Event end() {
        return releasing == null || (lost != null && lost.at() < releasing.at()) ? lost : releasing;
    }

    void extend(Event event) {
        deadline = Math.max(deadline, event.at() + event.left());
    }

    @Override
    public String toString() {
        return asked.id() + " of " + asked.client();
    }
}
