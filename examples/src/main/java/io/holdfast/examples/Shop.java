package io.holdfast.examples;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LockOptions;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A small shop with a stock that must not be oversold: by workers without a lock, by workers with one, and by workers
 * of which one stands still for longer than its lease.
 */
public final class Shop {

    private static final int STOCK = 200;
    private static final int CLIENTS = 3;
    private static final int WORKERS = 4;

    /** A database of which nobody takes a lock: reading and writing take their time, and it keeps what was written. */
    private static final class Database {
        private final AtomicInteger stock = new AtomicInteger(STOCK);
        private final AtomicInteger sold = new AtomicInteger();
        private final AtomicLong highestToken = new AtomicLong();
        private final AtomicInteger refused = new AtomicInteger();

        int read() {
            LockSupport.parkNanos(50_000);
            return stock.get();
        }

        /** Writes, unless a holder with a higher token has written already. */
        void sell(int left, long token) {
            if (token < highestToken.getAndAccumulate(token, Math::max)) {
                refused.incrementAndGet();
                return;
            }
            stock.set(left);
            sold.incrementAndGet();
        }
    }

    private Shop() {}

    /**
     * Sells the stock three times over, and says what came of it.
     *
     * @param arguments none
     * @throws InterruptedException if somebody stops it
     */
    public static void main(String[] arguments) throws InterruptedException {
        System.out.printf("%d items in stock, %d clients with %d workers each%n%n", STOCK, CLIENTS, WORKERS);
        System.out.printf("%-46s %6s %9s %9s%n", "", "sold", "oversold", "refused");
        report("without a lock", sellWithoutLock());
        report("with a lock", sellWithLock());
        report("with a lock, one worker paused past its lease", sellWithAPausedWorker());
        System.out.printf("%nRefused: the paused worker's write came too late, and its token told.%n");
    }

    private static void report(String how, Database database) {
        int sold = database.sold.get();
        System.out.printf("%-46s %6d %9d %9d%n", how, sold, Math.max(0, sold - STOCK), database.refused.get());
    }

    private static Database sellWithoutLock() throws InterruptedException {
        Database database = new Database();
        run((client, worker) -> {
            for (int left = database.read(); left > 0; left = database.read()) {
                database.sell(left - 1, 0);
            }
        });
        return database;
    }

    private static Database sellWithLock() throws InterruptedException {
        Database database = new Database();
        run((client, worker) -> sellUnder(client.lock("stock"), database));
        return database;
    }

    private static Database sellWithAPausedWorker() throws InterruptedException {
        Database database = new Database();
        // Without renewal: what a process that stands still cannot do either.
        LockOptions brief = LockOptions.defaults().lease(Duration.ofMillis(100)).renew(false);
        run((client, worker) -> {
            DistributedLock lock = client.lock("stock").with(brief);
            if (worker == 0) {
                Lease lease = lock.acquire();
                int left = database.read();
                LockSupport.parkNanos(Duration.ofMillis(300).toNanos());
                database.sell(left - 1, lease.token());
                lease.release();
            }
            sellUnder(lock, database);
        });
        return database;
    }

    private static void sellUnder(DistributedLock lock, Database database) throws InterruptedException {
        boolean more = true;
        while (more) {
            more = lock.call(lease -> {
                int left = database.read();
                if (left > 0) {
                    database.sell(left - 1, lease.token());
                }
                return left > 1;
            });
        }
    }

    private interface Work {
        void run(Holdfast client, int worker) throws InterruptedException;
    }

    private static void run(Work work) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(CLIENTS * WORKERS);
        Holdfast[] clients = new Holdfast[CLIENTS];
        for (int i = 0; i < clients.length; i++) {
            clients[i] =
                    Holdfast.builder().store("memory:shop").application("shop").build();
        }
        for (int i = 0; i < CLIENTS * WORKERS; i++) {
            int worker = i;
            Thread thread = new Thread(() -> {
                try {
                    work.run(clients[worker % CLIENTS], worker);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                } finally {
                    done.countDown();
                }
            });
            thread.start();
        }
        done.await();
        for (Holdfast client : clients) {
            client.close();
        }
    }
}
