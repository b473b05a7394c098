package io.holdfast.cli.demo;

import io.holdfast.DistributedLock;
import io.holdfast.Lease;
import io.holdfast.LockOptions;
import io.holdfast.Release;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;

/** Sells what is in a shop, one by one. The reading and the writing of a sale belong together. */
final class Salesman {

    /** For Holdfast: how long the lock stays taken when its holder is gone. */
    static final Duration LEASE = Duration.ofSeconds(3);

    private final Shop shop;
    private final NaiveLock naive;
    private final DistributedLock lock;
    private final int number;
    private final Semaphore payments;
    private final Voice voice;

    /** Who hears what it does. */
    interface Voice {
        /** Says that something happened, and what belongs to it. */
        void say(Event.Kind kind, Object... details);
    }

    Salesman(int number, Shop shop, NaiveLock naive, DistributedLock lock, Semaphore payments, Voice voice) {
        this.number = number;
        this.shop = shop;
        this.naive = naive;
        this.lock = lock.with(LockOptions.defaults().lease(LEASE));
        this.payments = payments;
        this.voice = voice;
    }

    /** Sells one in the way of a scene. {@return whether there was one} */
    boolean sell(Scene scene) throws IOException, InterruptedException {
        return switch (scene) {
            case WITHOUT_LOCK -> sell();
            case NAIVE_LOCK -> sellUnderNaiveLock();
            case HOLDFAST -> sellUnderLease();
        };
    }

    private boolean sell() throws IOException, InterruptedException {
        int left = shop.left();
        if (left == 0) {
            return false;
        }
        takeMoney(left, 0);
        shop.sell(left - 1);
        voice.say(Event.Kind.SOLD, left - 1);
        return true;
    }

    private boolean sellUnderNaiveLock() throws IOException, InterruptedException {
        naive.acquire();
        boolean more = sell();
        voice.say(Event.Kind.RELEASED, naive.release());
        return more;
    }

    private boolean sellUnderLease() throws IOException, InterruptedException {
        Lease lease = lock.acquire();
        boolean refused = false;
        try {
            int left = shop.left();
            if (left == 0) {
                return false;
            }
            takeMoney(left, lease.token());
            // On purpose without a look at the lease before: a pause may come after each look.
            long higher = shop.sell(left - 1, lease.token());
            refused = higher > 0;
            voice.say(refused ? Event.Kind.REFUSED : Event.Kind.SOLD, refused ? higher : left - 1);
            return true;
        } finally {
            Release release = lease.release();
            if (release == Release.LOST) {
                voice.say(Event.Kind.LOST);
            } else {
                // Who was refused has nothing to give back any more.
                voice.say(Event.Kind.RELEASED, refused ? -1 : number);
            }
        }
    }

    private void takeMoney(int left, long token) throws InterruptedException {
        voice.say(Event.Kind.INSIDE, left, token);
        payments.acquire();
    }
}
