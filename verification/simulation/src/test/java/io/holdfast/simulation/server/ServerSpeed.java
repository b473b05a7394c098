package io.holdfast.simulation.server;

import io.holdfast.redis.ScriptTexts;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** Says how many scripts a second the simulated server runs: a program, to be started when it is of interest. */
final class ServerSpeed {

    private static final int ROUNDS = 8;
    private static final long NANOS = 1_000_000_000L;

    private final Scripts scripts = new Scripts(UnaryOperator.identity());
    private final String acquire = ScriptTexts.named("ACQUIRE").digest();
    private final String release = ScriptTexts.named("RELEASE").digest();
    private long now = 1_700_000_000_000_000L;
    private final SimulatedServer server = new SimulatedServer(() -> now, scripts);
    private String handedTo = "";
    private int owners;

    private ServerSpeed() {
        ScriptTexts.all().forEach(text -> server.execute("SCRIPT", "LOAD", text.source()));
        server.onPublish((channel, message) -> handedTo = message);
    }

    public static void main(String[] args) {
        ServerSpeed speed = new ServerSpeed();
        for (int i = 0; i < ROUNDS; i++) {
            speed.measure("alone", speed::alone);
        }
        speed.fill();
        for (int i = 0; i < ROUNDS; i++) {
            speed.measure("with 5 waiters", speed::handOver);
        }
        for (int i = 0; i < ROUNDS; i++) {
            speed.measure("snapshots, and a change after each", speed::snapshot);
        }
    }

    private void measure(String what, Runnable twoCalls) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long start = threads.getCurrentThreadCpuTime();
        long calls = 0;
        while (threads.getCurrentThreadCpuTime() - start < NANOS) {
            for (int i = 0; i < 100; i++) {
                twoCalls.run();
                calls += 2;
            }
        }
        double seconds = (threads.getCurrentThreadCpuTime() - start) / 1e9;
        System.out.printf(Locale.ROOT, "%s: %,.0f calls in a second of processor time%n", what, calls / seconds);
    }

    private void alone() {
        now += 1000;
        String owner = "owner-" + ++owners;
        release(owner + ":" + ((List<?>) acquire(owner)).get(1));
    }

    private void fill() {
        for (int i = 0; i < 6; i++) {
            acquire("owner-" + ++owners);
        }
    }

    /** The holder leaves, the next is handed the lock, and another joins. */
    private void handOver() {
        now += 1000;
        release((String) server.execute("GET", "lock:x"));
        if (handedTo.isEmpty()) {
            throw new IllegalStateException("nobody was handed the lock");
        }
        acquire("owner-" + ++owners);
    }

    private void snapshot() {
        server.snapshot();
        handOver();
    }

    private Object acquire(String owner) {
        return run(acquire, owner, "mutex:1", "1", owner, "0123456789abcdef", "30000", "10000", "0", "32", "1");
    }

    private void release(String value) {
        run(release, "", "mutex:1", value, "", "0", "0");
    }

    private Object run(String digest, String owner, String... args) {
        String[] keys = {
            "EVALSHA",
            digest,
            "5",
            "lock:x",
            "{lock:x}:fence",
            "{lock:x}:queue",
            "{lock:x}:waiters",
            "{lock:x}:gone:" + owner
        };
        String[] words = Arrays.copyOf(keys, keys.length + args.length);
        System.arraycopy(args, 0, words, keys.length, args.length);
        Object reply = server.execute(words);
        if (reply instanceof Failure) {
            throw new IllegalStateException(reply.toString());
        }
        return reply;
    }
}
