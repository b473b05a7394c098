package io.holdfast.simulation;

import io.holdfast.Holdfast;
import io.holdfast.LockOptions;
import io.holdfast.Order;
import io.holdfast.ReadWriteLock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * A lock of a world, and how it is used there.
 *
 * @param name its name
 * @param kind what it is
 * @param options its options, the same for all
 * @param downgrades whether its store lets writers go on as readers
 */
public record LockUse(String name, Kind kind, LockOptions options, boolean downgrades) {

    static final int PERMITS = 3;

    /** What a lock can be. */
    public enum Kind {
        /** One holds it. */
        MUTEX,
        /** Many readers or one writer. */
        READ_WRITE,
        /** As many as there are permits. */
        SEMAPHORE
    }

    /** Draws one. */
    static LockUse draw(RandomGenerator random, String name, Topology topology) {
        int dice = random.nextInt(topology.isOne ? 10 : 8);
        Kind kind = dice < 6 ? Kind.MUTEX : dice < 8 ? Kind.READ_WRITE : Kind.SEMAPHORE;
        LockOptions options = LockOptions.defaults().lease(Duration.ofMillis(300 + random.nextInt(7_000)));
        options = topology.isOne && random.nextInt(3) == 0 ? options.order(Order.STRICT) : options;
        options = random.nextInt(6) == 0 ? options.renew(false) : options;
        options = random.nextInt(6) == 0 ? options.minHold(Duration.ofMillis(1 + random.nextInt(300))) : options;
        options = random.nextInt(6) == 0 ? options.maxHold(Duration.ofMillis(1 + random.nextInt(3_000))) : options;
        options = random.nextInt(4) == 0 ? options.lockDelay(Duration.ofMillis(1 + random.nextInt(500))) : options;
        return new LockUse(name, kind, options, topology.isOne);
    }

    /** Draws what somebody asks for. */
    Wish wish(RandomGenerator random, Holdfast client) {
        return switch (kind) {
            case MUTEX -> all(client);
            case READ_WRITE ->
                random.nextInt(3) == 0
                        ? all(client)
                        : Wish.of(name, readWrite(client).readLock(), "read" + words(), false, Optional.empty());
            case SEMAPHORE -> permits(client, 1 + random.nextInt(PERMITS));
        };
    }

    /** All there is to have. */
    Wish all(Holdfast client) {
        return switch (kind) {
            case MUTEX -> Wish.of(name, client.lock(name).with(options), "mutex" + words(), true, Optional.empty());
            case READ_WRITE -> Wish.of(name, readWrite(client).writeLock(), "write" + words(), true, downgrade(client));
            case SEMAPHORE -> permits(client, PERMITS);
        };
    }

    /** Several mutexes at once. They may be held one after the other while the last is waited for. */
    static Wish together(List<LockUse> uses, Holdfast client) {
        List<String> names = uses.stream().map(LockUse::name).sorted().toList();
        LockOptions options = LockOptions.defaults().lease(uses.get(0).options().lease());
        return Wish.of(
                names,
                client.lockAll(names.toArray(String[]::new)).with(options),
                "mutex all lease=" + options.lease().toMillis());
    }

    /** {@return whether it can be asked for together with others, which knows no order} */
    boolean isGathered() {
        return kind == Kind.MUTEX && options.order() != Order.STRICT;
    }

    private Wish permits(Holdfast client, int count) {
        return Wish.of(
                name,
                client.semaphore(name, PERMITS).with(options).permits(count),
                "permits:" + count + "/" + PERMITS + words(),
                false,
                Optional.empty());
    }

    private ReadWriteLock readWrite(Holdfast client) {
        return client.readWriteLock(name).with(options);
    }

    private Optional<Wish.Downgrade> downgrade(Holdfast client) {
        // It keeps its place, so that it comes before those who wait.
        String detail = "read" + words().replace(" strict", "");
        return downgrades
                ? Optional.of(new Wish.Downgrade(detail, readWrite(client)::downgradeAsync))
                : Optional.empty();
    }

    private String words() {
        String lease = " lease=" + options.lease().toMillis();
        String delay = options.lockDelay().isZero()
                ? ""
                : " delay=" + options.lockDelay().toMillis();
        String keep =
                options.minHold().isZero() ? "" : " keep=" + options.minHold().toMillis();
        return lease + delay + keep + (options.order() == Order.STRICT ? " strict" : "");
    }
}
