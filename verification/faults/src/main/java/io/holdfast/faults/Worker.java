package io.holdfast.faults;

import io.holdfast.HoldfastException;
import io.holdfast.history.Event;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A thread that asks for something, works under it, writes to what it protects, gives it back, and tells of each step. */
final class Worker implements Runnable {

    private static final List<Duration> PATIENCE =
            List.of(Duration.ZERO, Duration.ofMillis(300), Duration.ofSeconds(2), Duration.ofSeconds(5));
    private static final int LONG_IN_HUNDRED = 4;
    private static final int LONGER_IN_HUNDRED = 2;

    private final String client;
    private final List<Wish> wishes;
    private final EventLog log;
    private final ResourceClient resource;
    private final AtomicLong ids;
    private final Random random;
    private volatile boolean stopped;

    Worker(String client, List<Wish> wishes, EventLog log, ResourceClient resource, AtomicLong ids, long seed) {
        this.client = client;
        this.wishes = wishes;
        this.log = log;
        this.resource = resource;
        this.ids = ids;
        this.random = new Random(seed);
    }

    /** Begins nothing new from now on; whoever waits has to be interrupted besides. */
    void stop() {
        stopped = true;
    }

    @Override
    public void run() {
        try (resource) {
            while (!stopped) {
                if (!turn(wishes.get(random.nextInt(wishes.size())))) {
                    // Refused, perhaps at once: a moment, so as not to ask a broken store ten thousand times.
                    Thread.sleep(20 + random.nextInt(30));
                }
                Thread.sleep(random.nextInt(12));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // The end.
        } catch (RuntimeException | Error e) {
            wrong("working", e); // It would end unseen.
        }
    }

    /** Tells of what no caller should ever see: the round has failed. */
    private void wrong(String when, Throwable thrown) {
        log.now(Event.Type.LEFT, "", "", when + " threw " + thrown.getClass().getName() + ": " + thrown.getMessage());
    }

    /** {@return whether it was granted} */
    private boolean turn(Wish wish) {
        String id = client + "-" + ids.incrementAndGet();
        Duration atMost = PATIENCE.get(random.nextInt(PATIENCE.size()));
        each(wish, id, (lock, own) -> log.now(Event.Type.ASKED, lock, own, wish.detail()));
        Optional<Grip> granted;
        String why = "busy for " + atMost.toMillis() + " ms";
        try {
            granted = wish.asking().ask(atMost);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            granted = Optional.empty();
            why = "interrupted";
        } catch (Exception e) {
            granted = Optional.empty();
            why = e.getClass().getSimpleName() + ": " + e.getMessage();
            if (!isExpected(e)) {
                wrong("asking for " + wish.locks(), e);
            }
        }
        if (granted.isEmpty()) {
            String reason = why;
            each(wish, id, (lock, own) -> log.now(Event.Type.DENIED, lock, own, reason));
            return false;
        }
        section(wish, id, granted.get());
        return true;
    }

    private void section(Wish wish, String id, Grip grip) {
        long granted = System.nanoTime();
        long left = grip.left();
        each(wish, id, (lock, own) -> log.write(granted, Event.Type.GRANTED, lock, own, grip.token(lock), left, ""));
        grip.onLost(() -> each(
                wish,
                id,
                (lock, own) -> log.write(System.nanoTime(), Event.Type.LOST, lock, own, grip.token(lock), 0, "")));
        try {
            work(wish, id, grip, granted + length());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        each(
                wish,
                id,
                (lock, own) -> log.write(System.nanoTime(), Event.Type.RELEASING, lock, own, grip.token(lock), 0, ""));
        String answer = release(wish, grip);
        each(
                wish,
                id,
                (lock, own) ->
                        log.write(System.nanoTime(), Event.Type.RELEASED, lock, own, grip.token(lock), 0, answer));
    }

    private String release(Wish wish, Grip grip) {
        try {
            return grip.release();
        } catch (RuntimeException e) {
            if (!isExpected(e)) {
                wrong("giving back " + wish.locks(), e);
            }
            return "UNCONFIRMED";
        }
    }

    /** {@return whether it is a way to say no; a cancellation is one only at the end} */
    private boolean isExpected(Exception e) {
        return e instanceof HoldfastException || (stopped && e instanceof CancellationException);
    }

    /** Writes first and looks then: what was written after a pause is for the resource to refuse. */
    private void work(Wish wish, String id, Grip grip, long until) throws InterruptedException {
        long left = 0;
        while (look(wish, id, grip, left) && System.nanoTime() < until && !stopped) {
            left = grip.left();
            Thread.sleep(2 + random.nextInt(10));
            if (wish.isExclusive()) {
                write(wish, id, grip);
            }
        }
    }

    private void write(Wish wish, String id, Grip grip) {
        each(wish, id, (lock, own) -> {
            try {
                resource.write(client, lock, own, grip.token(lock));
            } catch (IOException e) {
                throw new UncheckedIOException("The resource is gone", e);
            }
        });
    }

    private boolean look(Wish wish, String id, Grip grip, long before) {
        long at = System.nanoTime();
        if (!grip.isValid()) {
            return false;
        }
        long left = grip.left();
        if (before > 0 && left > before) {
            each(wish, id, (lock, own) -> log.write(at, Event.Type.RENEWED, lock, own, grip.token(lock), left, ""));
        }
        each(wish, id, (lock, own) -> log.write(at, Event.Type.VALID, lock, own, grip.token(lock), left, ""));
        return true;
    }

    /** Mostly brief; some outlast a pause, and some their lease many times over. */
    private long length() {
        int chance = random.nextInt(100);
        int millis = chance < LONGER_IN_HUNDRED
                ? 1_000 + random.nextInt(1_000)
                : chance < LONGER_IN_HUNDRED + LONG_IN_HUNDRED ? 200 + random.nextInt(300) : random.nextInt(30);
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    private static void each(Wish wish, String id, Step step) {
        List<String> locks = new ArrayList<>(wish.locks());
        for (int i = 0; i < locks.size(); i++) {
            step.of(locks.get(i), locks.size() == 1 ? id : id + "." + i);
        }
    }

    /** Something that is told of each lock. */
    private interface Step {

        void of(String lock, String id);
    }
}
