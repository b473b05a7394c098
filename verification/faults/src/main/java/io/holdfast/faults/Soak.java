package io.holdfast.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** Runs all cells in random order, again and again, for as long as asked, and ends with a report. */
public final class Soak {

    /** Two at a time, since they mostly wait; each has servers and clients of its own. */
    private static final List<List<Topology>> LANES = List.of(
            List.of(
                    Topology.SINGLE,
                    Topology.REDLOCK,
                    Topology.POSTGRES,
                    Topology.SQLITE,
                    Topology.ZOOKEEPER,
                    Topology.ETCD_CLUSTER),
            List.of(
                    Topology.SENTINEL,
                    Topology.CLUSTER,
                    Topology.FAILOVER,
                    Topology.PGBOUNCER,
                    Topology.MARIADB,
                    Topology.ENSEMBLE,
                    Topology.ETCD));

    private final long end;
    private final Report report;
    private final Progress progress;
    private volatile @Nullable Outcome bad;
    private volatile boolean over;

    private Soak(Duration time, long seed) {
        end = System.nanoTime() + time.toNanos();
        report = new Report(time, seed);
        progress = new Progress(time);
    }

    /**
     * Runs it. The exit code is 0 if no promise was broken.
     *
     * @param arguments how long, as in {@code 1h}, {@code 30m} or {@code 90s}; and perhaps a seed
     */
    public static void main(String[] arguments) {
        Duration time = Duration.parse("PT" + arguments[0].toUpperCase(Locale.ROOT));
        long seed = arguments.length > 1
                ? Long.parseLong(arguments[1])
                : ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE);
        System.out.println("Seed " + seed + ", " + Matrix.cells().size() + " cells, for " + arguments[0]);
        System.exit(new Soak(time, seed).run(seed) ? 0 : 1);
    }

    private boolean run(long seed) {
        ExecutorService threads = Executors.newFixedThreadPool(LANES.size());
        Random random = new Random(seed);
        List<CompletableFuture<Void>> lanes = new ArrayList<>();
        for (List<Topology> lane : LANES) {
            long own = random.nextLong();
            lanes.add(CompletableFuture.runAsync(() -> drive(lane, new Random(own)), threads));
        }
        boolean ended = lanes.stream().allMatch(Soak::isWell);
        threads.shutdownNow();
        progress.end();
        Outcome failed = bad;
        if (failed != null) {
            System.out.println("\nBROKEN: " + failed.verdict());
        }
        System.out.println(report.text());
        return ended && failed == null;
    }

    private static boolean isWell(CompletableFuture<Void> lane) {
        try {
            lane.join();
            return true;
        } catch (CompletionException e) {
            System.out.println("\nThe harness itself failed, which says nothing about the lock:");
            e.printStackTrace(System.out);
            return false;
        }
    }

    private void drive(List<Topology> topologies, Random random) {
        Map<Topology, Stage> stages = new EnumMap<>(Topology.class);
        List<Cell> cells = new ArrayList<>(Matrix.cells().stream()
                .filter(cell -> topologies.contains(cell.topology()))
                .toList());
        try {
            while (isOn()) {
                Collections.shuffle(cells, random);
                for (Cell cell : cells) {
                    long seed = random.nextInt(Integer.MAX_VALUE);
                    if (isOn()) {
                        round(cell, seed, stages.computeIfAbsent(cell.topology(), Stage::open));
                    }
                }
            }
        } finally {
            over = true; // Also if this lane failed: the other has no reason to go on.
            stages.values().forEach(Stage::close);
        }
    }

    private boolean isOn() {
        return !over && bad == null && System.nanoTime() < end;
    }

    private void round(Cell cell, long seed, Stage stage) {
        progress.begin(cell);
        Outcome outcome = Round.run(cell, seed, stage, "holdfast");
        report.add(outcome);
        progress.end(outcome, report.total());
        if (!outcome.isGood()) {
            bad = outcome;
        }
    }
}
