package io.holdfast.memory;

import io.holdfast.LockInfo;
import io.holdfast.spi.Answer;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Capabilities;
import io.holdfast.spi.Capabilities.Feature;
import io.holdfast.spi.ClaimStore;
import io.holdfast.spi.Environment;
import io.holdfast.spi.Page;
import io.holdfast.spi.SessionContext;
import io.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A store in the memory of this JVM: its clients exclude each other, and nobody else.
 *
 * <pre>{@code
 * MemoryStore store = MemoryStore.create();
 * try (Holdfast one = Holdfast.open(store); Holdfast other = Holdfast.open(store)) {
 *     …
 * }
 * }</pre>
 *
 * <p>It has the whole of the semantics, with leases that end, queues and tokens, and it answers at once. It has no
 * threads and no timers: what is over is found by the next who asks, and under names that nobody asks for again by
 * whoever uses the store some seconds later. What is released leaves nothing behind.
 */
public final class MemoryStore implements ClaimStore {

    private static final Capabilities CAPABILITIES = new Capabilities(
            EnumSet.of(
                    Feature.FIFO,
                    Feature.SIGNALS,
                    Feature.SHARED,
                    Feature.DOWNGRADE,
                    Feature.PERMITS,
                    Feature.RESIZE,
                    Feature.NOTES,
                    Feature.TOGETHER),
            Duration.ofMillis(1),
            Duration.ZERO,
            Duration.ofDays(365));

    private static final int SHARDS = 64;
    private static final long SWEEP_EVERY = Duration.ofSeconds(10).toNanos();

    private final String description;
    private final Environment.Clock clock;
    private final Shard[] shards = new Shard[SHARDS];
    private final AtomicLong lastSweep;

    private MemoryStore(String description, Environment.Clock clock) {
        this.description = description;
        this.clock = clock;
        this.lastSweep = new AtomicLong(clock.nanos());
        AtomicLong nextToken = new AtomicLong(1);
        for (int i = 0; i < SHARDS; i++) {
            shards[i] = new Shard(i, clock, nextToken);
        }
    }

    /**
     * {@return a new store, empty}
     */
    public static MemoryStore create() {
        return create(SystemClock.INSTANCE);
    }

    /**
     * {@return a new store, empty, whose leases end by a clock of your own, for tests in virtual time}
     *
     * @param clock the clock; only its {@code nanos()} are used
     */
    public static MemoryStore create(Environment.Clock clock) {
        return new MemoryStore("memory:", Objects.requireNonNull(clock, "clock"));
    }

    static MemoryStore shared(String name) {
        return new MemoryStore("memory:" + name, SystemClock.INSTANCE);
    }

    @Override
    public String description() {
        return description;
    }

    @Override
    public Capabilities capabilities() {
        return CAPABILITIES;
    }

    @Override
    public StoreSession connect(SessionContext context) {
        return new MemorySession(this, context);
    }

    /**
     * {@return whether no name is retained: every lock was released or abandoned, or found to be over}
     *
     * <p>The ids of claims that were abandoned or ran out are remembered for about a minute beyond that.
     */
    public boolean isEmpty() {
        return Arrays.stream(shards).noneMatch(Shard::hasNames);
    }

    /** {@return whether any id is remembered as used up} */
    boolean hasMarks() {
        return Arrays.stream(shards).anyMatch(Shard::hasMarks);
    }

    <R> R step(String name, Shard.Step<R> step) {
        R result = shard(name).step(name, step);
        sweepNowAndThen();
        return result;
    }

    /** Asks for several locks in one step. */
    List<Answer> acquireAll(List<Ask> asks, MemorySession session) {
        List<Answer> answers = new JointStep(asks, this::shard).acquire(session, clock);
        sweepNowAndThen();
        return answers;
    }

    private void sweepNowAndThen() {
        long now = clock.nanos();
        long last = lastSweep.get();
        if (now - last >= SWEEP_EVERY && lastSweep.compareAndSet(last, now)) {
            for (Shard shard : shards) {
                shard.sweep();
            }
        }
    }

    Optional<LockInfo> inspect(String name) {
        return Optional.ofNullable(shard(name).inspect(name));
    }

    /** {@return the locks whose names come next after the cursor, which is a name itself} */
    Page list(String prefix, String cursor, int limit) {
        List<String> names = new ArrayList<>();
        for (Shard shard : shards) {
            shard.addNames(names);
        }
        names.removeIf(name -> !name.startsWith(prefix) || name.compareTo(cursor) <= 0);
        PriorityQueue<String> sorted = new PriorityQueue<>(names);
        List<LockInfo> locks = new ArrayList<>();
        String last = cursor;
        for (int i = 0; i < Math.max(1, limit) && !sorted.isEmpty(); i++) {
            last = sorted.remove();
            inspect(last).ifPresent(locks::add);
        }
        return new Page(locks, sorted.isEmpty() ? Optional.empty() : Optional.of(last));
    }

    private Shard shard(String name) {
        int hash = name.hashCode();
        return shards[(hash ^ (hash >>> 16)) & (SHARDS - 1)];
    }

    private enum SystemClock implements Environment.Clock {
        INSTANCE;

        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public long wallMillis() {
            return System.currentTimeMillis();
        }
    }
}
