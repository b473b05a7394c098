package io.holdfast.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Holdfast;
import io.holdfast.LockOptions;
import io.holdfast.ReadWriteLock;
import io.holdfast.Seeds;
import io.holdfast.memory.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.junit.jupiter.api.Test;

/**
 * In long random histories of threads of two clients, {@code asLock()} does what the locks of
 * {@code java.util.concurrent} do among the threads of one process.
 */
class ViewHistoriesTest {

    private static final int USUAL = 30;
    private static final int STEPS = 1_000;

    private int entered;
    private int left;
    private int refused;

    @Test
    void everyHistoryGoesAsInOneProcess() {
        Seeds.play(ViewHistoriesTest.class, USUAL, History::new, history -> {
            entered += history.entered;
            left += history.left;
            refused += history.refused;
        });
        if (!Seeds.isOne()) {
            // A history in which nothing happens proves nothing.
            assertThat(List.of(entered, left, refused)).allMatch(count -> count > 50 * Seeds.count(USUAL));
        }
    }

    /** The same lock twice: of which it is to be shown, and of which it is known. */
    private record Pair(Lock shown, Lock known) {}

    /** A thread, and its client's locks. */
    private record Actor(ExecutorService thread, List<Pair> locks) {}

    private static final class History implements Seeds.Run {

        final Random random;
        final MemoryStore store = MemoryStore.create();
        final List<Holdfast> clients = new ArrayList<>();
        final List<Actor> actors = new ArrayList<>();
        int step;
        String last = "";
        int entered;
        int left;
        int refused;

        History(long seed) {
            random = new Random(seed);
            ReentrantLock mutex = new ReentrantLock();
            ReentrantReadWriteLock known = new ReentrantReadWriteLock();
            for (int i = 0; i < 2; i++) {
                // Nothing of this is a matter of time, however slow the machine is.
                Holdfast client = Holdfast.builder()
                        .store(store)
                        .defaults(LockOptions.defaults().lease(Duration.ofHours(1)))
                        .build();
                clients.add(client);
                ReadWriteLock shown = client.readWriteLock("shared");
                List<Pair> locks = List.of(
                        new Pair(client.lock("mutex").asLock(), mutex),
                        new Pair(shown.readLock().asLock(), known.readLock()),
                        new Pair(shown.writeLock().asLock(), known.writeLock()));
                actors.add(new Actor(Executors.newSingleThreadExecutor(), locks));
                actors.add(new Actor(Executors.newSingleThreadExecutor(), locks));
            }
        }

        @Override
        public void play() {
            try {
                for (; step < STEPS; step++) {
                    go();
                }
                actors.forEach(actor -> actor.locks().forEach(lock -> leaveAltogether(actor, lock)));
                assertThat(store.isEmpty()).as("nothing is left at the store").isTrue();
            } finally {
                actors.forEach(actor -> actor.thread().shutdownNow());
                clients.forEach(Holdfast::close);
            }
        }

        @Override
        public String where() {
            return "step " + step + ": " + last;
        }

        void go() {
            int who = random.nextInt(actors.size());
            int which = random.nextInt(3);
            boolean enters = random.nextInt(5) < 2;
            int how = random.nextInt(3);
            last = "thread " + who + (enters ? " locks " : " unlocks ")
                    + List.of("mutex", "read", "write").get(which);
            Actor actor = actors.get(who);
            Pair lock = actor.locks().get(which);
            String known = in(actor, () -> enters ? tried(lock.known().tryLock()) : unlocked(lock.known()));
            String shown = in(actor, () -> enters ? entered(lock.shown(), known, how) : unlocked(lock.shown()));
            assertThat(shown).isEqualTo(known);
            entered += known.equals("in") ? 1 : 0;
            left += known.equals("out") ? 1 : 0;
            refused += known.equals("kept out") || known.equals("not held") ? 1 : 0;
        }

        /** Where there is nothing to wait for, nobody waits. */
        String entered(Lock lock, String expected, int how) throws InterruptedException {
            if (expected.equals("in") && how == 0) {
                lock.lock();
                return "in";
            }
            return tried(expected.equals("in") && how == 1 ? lock.tryLock(1, TimeUnit.MINUTES) : lock.tryLock());
        }

        void leaveAltogether(Actor actor, Pair lock) {
            while (in(actor, () -> unlocked(lock.known())).equals("out")) {
                assertThat(in(actor, () -> unlocked(lock.shown()))).isEqualTo("out");
            }
            assertThat(in(actor, () -> unlocked(lock.shown()))).isEqualTo("not held");
        }

        static String tried(boolean in) {
            return in ? "in" : "kept out";
        }

        static String unlocked(Lock lock) {
            try {
                lock.unlock();
                return "out";
            } catch (IllegalMonitorStateException e) {
                return "not held";
            }
        }

        static <T> T in(Actor actor, Callable<T> task) {
            try {
                return actor.thread().submit(task).get(20, TimeUnit.SECONDS);
            } catch (InterruptedException | ExecutionException | TimeoutException e) {
                throw new AssertionError(e);
            }
        }
    }
}
