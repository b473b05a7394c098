package io.holdfast.simulation;

import io.holdfast.history.Event;
import io.holdfast.history.Violation;
import io.holdfast.simulation.server.Scripts;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

/**
 * Plays worlds from the command line: {@code ./verify --seeds 1000000} and, step by step, {@code ./verify --seed 17}.
 *
 * <p>It ends with 0 if all promises were kept, with 1 if one was broken, with 64 if it was not understood.
 */
public final class Simulate {

    private static final int USAGE = 64;
    private static final long A_SECOND = 1_000_000_000L;

    private Simulate() {}

    /**
     * Runs it.
     *
     * @param arguments {@code seeds COUNT [FIRST]} or {@code seed NUMBER}
     * @throws InterruptedException if it is interrupted
     */
    public static void main(String[] arguments) throws InterruptedException {
        String command = arguments.length > 1 ? arguments[0] : "";
        long[] numbers;
        try {
            numbers =
                    Arrays.stream(arguments).skip(1).mapToLong(Long::parseLong).toArray();
        } catch (NumberFormatException e) {
            numbers = new long[0];
        }
        if (numbers.length == 0 || !(command.equals("seed") || (command.equals("seeds") && numbers[0] > 0))) {
            System.err.println("Usage: seeds COUNT [FIRST] | seed NUMBER");
            System.exit(USAGE);
        }
        boolean kept =
                command.equals("seed") ? replay(numbers[0]) : many(numbers.length > 1 ? numbers[1] : 1, numbers[0]);
        System.exit(kept ? 0 : 1);
    }

    private static boolean replay(long seed) {
        Topology topology = Topology.of(seed);
        System.out.println(
                "Seed " + seed + ", " + topology + ". Seconds of the world, then who, what, and of which request; "
                        + "indented: what a server executed, on which connection, and its reply.");
        World.Outcome outcome = new World(
                        topology, seed, new Scripts(UnaryOperator.identity()), World.Cast.HOLDFAST, System.out::println)
                .play();
        List<Violation> violations = outcome.violations();
        System.out.println("Promised: " + outcome.promises());
        violations.forEach(System.out::println);
        System.out.println(violations.isEmpty() ? "All promises were kept." : violations.size() + " promises broken.");
        return violations.isEmpty();
    }

    private static boolean many(long first, long count) throws InterruptedException {
        long began = System.nanoTime();
        AtomicLong played = new AtomicLong();
        AtomicLong shown = new AtomicLong(began);
        boolean terminal = Boolean.getBoolean("holdfast.terminal");
        Runner.Totals totals = Runner.holdfast().play(first, count, seed -> {
            long done = played.incrementAndGet();
            long last = shown.get();
            long now = System.nanoTime();
            if (now - last >= (terminal ? A_SECOND / 5 : 30 * A_SECOND) && shown.compareAndSet(last, now)) {
                show(terminal, done, count, now - began);
            }
        });
        show(terminal, played.get(), count, System.nanoTime() - began);
        if (terminal) {
            System.out.println();
        }
        System.out.printf(
                Locale.ROOT,
                "%,d worlds in %.1f s (%,.0f a minute), exclusion promised in %,d%n"
                        + "%,d requests, %,d grants, %,d losses told, %,d writes taken, %,d refused, %,d clients died%n",
                totals.worlds(),
                (System.nanoTime() - began) / 1e9,
                totals.worlds() * 60e9 / (System.nanoTime() - began),
                totals.exclusive(),
                totals.count(Event.Type.ASKED),
                totals.count(Event.Type.GRANTED),
                totals.count(Event.Type.LOST),
                totals.count(Event.Type.WRITTEN),
                totals.count(Event.Type.REJECTED),
                totals.count(Event.Type.DIED));
        totals.examples().forEach(System.out::println);
        System.out.println(totals.broken() == 0 ? "All promises were kept." : totals.broken() + " worlds are broken.");
        return totals.broken() == 0;
    }

    private static void show(boolean terminal, long done, long count, long nanos) {
        int width = 40;
        int full = (int) (width * done / count);
        double left = done == 0 ? 0 : nanos / 1e9 / done * (count - done);
        String line = String.format(
                Locale.ROOT,
                "[%s%s] %,d of %,d worlds, %.0f s left",
                "#".repeat(full),
                " ".repeat(width - full),
                done,
                count,
                left);
        System.out.print(terminal ? "\r" + line + "   " : line + "\n");
        System.out.flush();
    }
}
