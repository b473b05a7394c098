package io.holdfast.simulation.time;

import io.holdfast.spi.Environment;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** A machine that a client runs on: its clocks, which may run a little fast or slow, and its threads, which may stand still. */
public final class Machine implements Environment.Clock {

    /** Shortly before the numbers overflow, as {@link System#nanoTime()} may. */
    private static final long START = Long.MAX_VALUE - Duration.ofSeconds(10).toNanos();

    private static final long EPOCH_MILLIS = Duration.ofDays(20_700).toMillis();

    private final VirtualTime time;
    private final RandomGenerator random;
    private final double rate;
    private long pausedUntil;
    private long wallOffset;
    private boolean dead;

    /**
     * A machine.
     *
     * @param time the time that it lives in
     * @param random its chance
     * @param rate how fast its clocks run: 1.002 if they gain 2 ms in a second
     */
    public Machine(VirtualTime time, RandomGenerator random, double rate) {
        this.time = time;
        this.random = random;
        this.rate = rate;
    }

    /** {@return what a client on it is given} */
    public Environment environment() {
        return new Environment(this, this::schedule, task -> schedule(task, 0), random);
    }

    /**
     * Does something later.
     *
     * @param action what
     * @param nanos after which time of its clock
     * @return what calls it off
     */
    public Environment.Cancellable schedule(Runnable action, long nanos) {
        Runnable cancel = time.schedule(this, toWorld(nanos), action);
        return cancel::run;
    }

    /**
     * {@return a time of its clock as it is in the world}
     *
     * @param nanos by its clock
     */
    public long toWorld(long nanos) {
        return (long) Math.ceil(nanos / rate);
    }

    /**
     * Nothing of it runs for a while, though its clocks go on: a stopped process.
     *
     * @param nanos for how long
     */
    public void pause(long nanos) {
        pausedUntil = Math.max(pausedUntil, time.elapsed() + nanos);
    }

    /**
     * The wall clock moves by itself.
     *
     * @param millis by how much
     */
    public void moveWall(long millis) {
        wallOffset += millis;
    }

    /** Ends it for good. */
    public void kill() {
        dead = true;
    }

    /** {@return whether it is not dead} */
    public boolean isAlive() {
        return !dead;
    }

    boolean isDead() {
        return dead;
    }

    /** {@return whether it neither stands still nor is dead} */
    public boolean isRunning() {
        return !dead && pausedUntil <= time.elapsed();
    }

    long pausedUntil() {
        return pausedUntil;
    }

    @Override
    public long nanos() {
        return START + (long) (time.elapsed() * rate);
    }

    @Override
    public long wallMillis() {
        return EPOCH_MILLIS + (long) (time.elapsed() * rate / 1e6) + wallOffset;
    }
}
