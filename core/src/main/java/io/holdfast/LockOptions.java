package io.holdfast;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a lock is to be held. Immutable: each method returns new options.
 *
 * <pre>{@code
 * LockOptions nightly = LockOptions.defaults().lease(Duration.ofSeconds(30)).minHold(Duration.ofMinutes(1));
 * holdfast.lock("nightly").with(nightly).tryRun(Duration.ZERO, lease -> report());
 * }</pre>
 *
 * <p>Durations count in whole milliseconds; what is below that is cut off. Options that contradict each other are
 * refused with an {@link InvalidLockException} when a lock is to be used with them, not while they are being put
 * together.
 */
public final class LockOptions {

    private static final LockOptions DEFAULTS = new LockOptions(
            Duration.ofSeconds(10), true, null, Duration.ZERO, Duration.ZERO, Duration.ZERO, Order.BATCHED);

    private final Duration lease;
    private final boolean renew;
    private final @Nullable Duration maxHold;
    private final Duration minHold;
    private final Duration minRemaining;
    private final Duration lockDelay;
    private final Order order;

    private LockOptions(
            Duration lease,
            boolean renew,
            @Nullable Duration maxHold,
            Duration minHold,
            Duration minRemaining,
            Duration lockDelay,
            Order order) {
        this.lease = lease;
        this.renew = renew;
        this.maxHold = maxHold;
        this.minHold = minHold;
        this.minRemaining = minRemaining;
        this.lockDelay = lockDelay;
        this.order = Objects.requireNonNull(order, "order");
    }

    /**
     * {@return the defaults: a lease of 10 s, renewed, {@link Order#BATCHED}, and nothing else}
     */
    public static LockOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Sets how long the lock stays taken if its holder dies: 10 ms to 365 days.
     *
     * <p>Shorter frees it sooner after a crash; longer rides out longer outages of the store and longer pauses of the
     * process. It is renewed at a third of this, so it need not be as long as the work.
     *
     * @param lease the lease
     * @return options with it
     */
    public LockOptions lease(Duration lease) {
        return new LockOptions(within("lease", lease, 10), renew, maxHold, minHold, minRemaining, lockDelay, order);
    }

    /**
     * Sets whether the lease is renewed while it is held; without, it ends after one lease.
     *
     * @param renew whether to
     * @return options with it
     */
    public LockOptions renew(boolean renew) {
        return new LockOptions(lease, renew, maxHold, minHold, minRemaining, lockDelay, order);
    }

    /**
     * Sets after what time renewal stops, for work that hangs: then the lease runs out and is lost.
     *
     * @param maxHold the time, counted from the grant
     * @return options with it
     */
    public LockOptions maxHold(Duration maxHold) {
        return new LockOptions(lease, renew, within("maxHold", maxHold, 1), minHold, minRemaining, lockDelay, order);
    }

    /**
     * Sets how long the lock stays taken at least, even if it is released sooner: so that of several machines whose
     * clocks differ a little only one runs a scheduled job. It does not outlive a crash, which leaves the lease.
     *
     * @param minHold the time, counted from the grant; zero for none
     * @return options with it
     */
    public LockOptions minHold(Duration minHold) {
        return new LockOptions(lease, renew, maxHold, within("minHold", minHold, 0), minRemaining, lockDelay, order);
    }

    /**
     * Sets how much validity a grant must have left when it is returned; one with less is renewed first, and if that
     * does not help given back and tried again.
     *
     * @param minRemaining the time; zero for none
     * @return options with it
     */
    public LockOptions minRemaining(Duration minRemaining) {
        return new LockOptions(
                lease, renew, maxHold, minHold, within("minRemaining", minRemaining, 0), lockDelay, order);
    }

    /**
     * Sets how much longer the lock stays closed after it was lost, for resources that cannot check a token: time for
     * the last writes of a stalled holder to arrive. A lock that is released opens at once.
     *
     * @param lockDelay the time; zero for none
     * @return options with it
     */
    public LockOptions lockDelay(Duration lockDelay) {
        return new LockOptions(lease, renew, maxHold, minHold, minRemaining, within("lockDelay", lockDelay, 0), order);
    }

    /**
     * Sets in which order those who wait get the lock.
     *
     * @param order the order
     * @return options with it
     */
    public LockOptions order(Order order) {
        return new LockOptions(lease, renew, maxHold, minHold, minRemaining, lockDelay, order);
    }

    /**
     * {@return how long the lock stays taken if its holder dies}
     */
    public Duration lease() {
        return lease;
    }

    /**
     * {@return whether the lease is renewed while it is held}
     */
    public boolean renew() {
        return renew;
    }

    /**
     * {@return after what time renewal stops, if it does}
     */
    public Optional<Duration> maxHold() {
        return Optional.ofNullable(maxHold);
    }

    /**
     * {@return how long the lock stays taken at least; zero for no such time}
     */
    public Duration minHold() {
        return minHold;
    }

    /**
     * {@return how much validity a grant must have left when it is returned; zero for none}
     */
    public Duration minRemaining() {
        return minRemaining;
    }

    /**
     * {@return how much longer the lock stays closed after it was lost; zero for not at all}
     */
    public Duration lockDelay() {
        return lockDelay;
    }

    /**
     * {@return in which order those who wait get the lock}
     */
    public Order order() {
        return order;
    }

    private static Duration within(String option, Duration value, long leastMillis) {
        Objects.requireNonNull(value, option);
        if (value.compareTo(Duration.ofMillis(leastMillis)) < 0 || value.compareTo(Duration.ofDays(365)) > 0) {
            throw new InvalidLockException(
                    null,
                    "The option " + option + " has to be between " + leastMillis + " ms and 365 days, but was " + value
                            + ".",
                    null);
        }
        return Duration.ofMillis(value.toMillis());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LockOptions that
                && lease.equals(that.lease)
                && renew == that.renew
                && Objects.equals(maxHold, that.maxHold)
                && minHold.equals(that.minHold)
                && minRemaining.equals(that.minRemaining)
                && lockDelay.equals(that.lockDelay)
                && order == that.order;
    }

    @Override
    public int hashCode() {
        return Objects.hash(lease, renew, maxHold, minHold, minRemaining, lockDelay, order);
    }

    @Override
    public String toString() {
        return "LockOptions[lease=" + lease + ", renew=" + renew + ", maxHold=" + (maxHold == null ? "none" : maxHold)
                + ", minHold=" + minHold + ", minRemaining=" + minRemaining + ", lockDelay=" + lockDelay + ", order="
                + order + "]";
    }
}
