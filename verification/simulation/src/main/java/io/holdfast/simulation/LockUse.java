package io.holdfast.simulation;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.LockOptions;
import io.holdfast.Order;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * A lock of a world, and how it is used there.
 *
 * @param name its name
 * @param kind what it is
 * @param options its options, the same for all
 */
public record LockUse(String name, Kind kind, LockOptions options) {

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
        return new LockUse(name, kind, options);
    }

    /** What somebody asks for, and how a history tells it. */
    record Wish(DistributedLock lock, String detail, boolean writes) {}

    /** Draws what somebody asks for. */
    Wish wish(RandomGenerator random, Holdfast client) {
        return switch (kind) {
            case MUTEX -> new Wish(client.lock(name).with(options), "mutex" + words(), true);
            case READ_WRITE ->
                random.nextInt(3) == 0
                        ? new Wish(client.readWriteLock(name).with(options).writeLock(), "write" + words(), true)
                        : new Wish(client.readWriteLock(name).with(options).readLock(), "read" + words(), false);
            case SEMAPHORE -> {
                int count = 1 + random.nextInt(PERMITS);
                yield new Wish(
                        client.semaphore(name, PERMITS).with(options).permits(count),
                        "permits:" + count + "/" + PERMITS + words(),
                        false);
            }
        };
    }

    /** All there is to have. */
    Wish all(Holdfast client) {
        return switch (kind) {
            case MUTEX -> new Wish(client.lock(name).with(options), "mutex" + words(), true);
            case READ_WRITE -> new Wish(client.readWriteLock(name).with(options).writeLock(), "write" + words(), true);
            case SEMAPHORE ->
                new Wish(
                        client.semaphore(name, PERMITS).with(options).permits(PERMITS),
                        "permits:" + PERMITS + "/" + PERMITS + words(),
                        false);
        };
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
