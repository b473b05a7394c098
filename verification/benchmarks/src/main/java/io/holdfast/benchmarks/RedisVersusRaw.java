package io.holdfast.benchmarks;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import redis.embedded.RedisServer;

/**
 * Lock and unlock, uncontended, against the two plain commands over Lettuce that people copy: {@code SET NX PX}, and a
 * script that compares and deletes. Both in one JVM on one server, in turns; each thread has a lock of its own.
 */
public final class RedisVersusRaw {

    private static final int ROUNDS = 9;
    private static final long ROUND_MILLIS = 1_000;
    private static final String DELETE =
            "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0";

    private RedisVersusRaw() {}

    /** What a thread does again and again. */
    private interface Cycle {

        void run(int thread) throws InterruptedException;
    }

    /**
     * Measures and prints it.
     *
     * @param arguments none
     * @throws Exception if something fails
     */
    public static void main(String[] arguments) throws Exception {
        int port = freePort();
        RedisServer server = RedisServer.newRedisServer().port(port).build();
        server.start();
        try {
            compare("redis://127.0.0.1:" + port);
        } finally {
            server.stop();
        }
    }

    private static void compare(String uri) throws Exception {
        RedisClient client = RedisClient.create(uri);
        try (Holdfast holdfast = Holdfast.open(uri)) {
            RedisCommands<String, String> commands = client.connect().sync();
            String delete = commands.scriptLoad(DELETE);
            SetArgs free = SetArgs.Builder.nx().px(10_000);
            Cycle raw = thread -> {
                String value = Integer.toString(thread);
                String key = "raw:" + value;
                if (!"OK".equals(commands.set(key, value, free))
                        || !Long.valueOf(1)
                                .equals(commands.evalsha(
                                        delete, ScriptOutputType.INTEGER, new String[] {key}, value))) {
                    throw new IllegalStateException("not locked, or not unlocked");
                }
            };
            DistributedLock[] locks = new DistributedLock[16];
            Arrays.setAll(locks, i -> holdfast.lock("own:" + i));
            Cycle ours = thread -> locks[thread].acquire().close();
            System.out.printf("%-10s %14s %14s %8s%n", "threads", "raw/s", "holdfast/s", "ratio");
            for (int threads : new int[] {1, 16}) {
                compare(threads, raw, ours);
            }
        } finally {
            client.shutdown();
        }
    }

    private static void compare(int threads, Cycle raw, Cycle ours) throws InterruptedException {
        List<Double> raws = new ArrayList<>();
        List<Double> holdfasts = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            double plain = perSecond(threads, raw);
            double fast = perSecond(threads, ours);
            if (round >= 2) {
                raws.add(plain);
                holdfasts.add(fast);
                ratios.add(fast / plain);
            }
        }
        System.out.printf("%-10d %,14.0f %,14.0f %8.2f%n", threads, median(raws), median(holdfasts), median(ratios));
    }

    private static double perSecond(int threads, Cycle cycle) throws InterruptedException {
        LongAdder cycles = new LongAdder();
        AtomicBoolean done = new AtomicBoolean();
        List<Thread> all = new ArrayList<>();
        long started = System.nanoTime();
        for (int i = 0; i < threads; i++) {
            int number = i;
            Thread thread = new Thread(() -> {
                try {
                    while (!done.get()) {
                        cycle.run(number);
                        cycles.increment();
                    }
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            thread.start();
            all.add(thread);
        }
        Thread.sleep(ROUND_MILLIS);
        done.set(true);
        for (Thread thread : all) {
            thread.join();
        }
        return cycles.sum() * 1e9 / (System.nanoTime() - started);
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
