package io.holdfast.simulation;

import io.holdfast.history.Event;
import io.holdfast.history.Rule;
import io.holdfast.history.Violation;
import io.holdfast.simulation.server.Scripts;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;

/** Plays the worlds of many seeds, on as many threads as there are processors. */
public final class Runner {

    /** How many broken worlds are kept to be shown. */
    private static final int SHOWN = 5;

    private final LongFunction<Topology> topology;
    private final UnaryOperator<String> sabotage;
    private final World.Cast cast;

    /**
     * A world that is broken.
     *
     * @param seed its seed
     * @param topology its servers
     * @param violations what was broken in it
     */
    public record Broken(long seed, Topology topology, List<Violation> violations) {

        @Override
        public String toString() {
            StringBuilder text = new StringBuilder("Seed " + seed + " (" + topology + "): " + violations.size()
                    + " broken promises. Step by step: ./verify --seed " + seed);
            violations.stream()
                    .limit(SHOWN)
                    .forEach(violation -> text.append("\n  ").append(violation));
            return text.toString();
        }
    }

    /**
     * What came of many worlds.
     *
     * @param worlds how many there were
     * @param exclusive in how many of them exclusion was promised
     * @param events how often each thing happened
     * @param rules how often each promise was broken
     * @param broken how many worlds were broken
     * @param examples some of these, with the lowest seeds of each thread first
     */
    public record Totals(
            long worlds,
            long exclusive,
            Map<Event.Type, Long> events,
            Map<Rule, Long> rules,
            long broken,
            List<Broken> examples) {

        /**
         * {@return how often something happened}
         *
         * @param type what
         */
        public long count(Event.Type type) {
            return events.getOrDefault(type, 0L);
        }
    }

    /**
     * Plays worlds.
     *
     * @param topology the servers of each seed
     * @param sabotage changes the scripts, if something is to be broken on purpose
     * @param cast who plays
     */
    public Runner(LongFunction<Topology> topology, UnaryOperator<String> sabotage, World.Cast cast) {
        this.topology = topology;
        this.sabotage = sabotage;
        this.cast = cast;
    }

    /** {@return what plays Holdfast as it is, on all kinds of servers} */
    public static Runner holdfast() {
        return new Runner(Topology::of, UnaryOperator.identity(), World.Cast.HOLDFAST);
    }

    /**
     * Plays seeds.
     *
     * @param first the first
     * @param count how many
     * @param played hears of each that was played, from several threads
     * @return what came of them
     * @throws InterruptedException if the thread is interrupted
     */
    public Totals play(long first, long count, LongConsumer played) throws InterruptedException {
        int threads = Runtime.getRuntime().availableProcessors();
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            AtomicLong next = new AtomicLong(first);
            List<Future<Sum>> parts = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                parts.add(pool.submit(() -> play(next, first + count, played)));
            }
            Sum sum = new Sum();
            for (Future<Sum> part : parts) {
                sum.add(part.get());
            }
            return new Totals(sum.worlds, sum.exclusive, sum.events, sum.rules, sum.broken, sum.examples);
        } catch (ExecutionException e) {
            throw new IllegalStateException("A world ended unexpectedly", e.getCause());
        } finally {
            pool.shutdownNow();
        }
    }

    private Sum play(AtomicLong next, long end, LongConsumer played) {
        Scripts scripts = new Scripts(sabotage);
        Sum sum = new Sum();
        for (long seed = next.getAndIncrement(); seed < end && !Thread.interrupted(); seed = next.getAndIncrement()) {
            Topology kind = topology.apply(seed);
            World.Outcome outcome;
            try {
                outcome = new World(kind, seed, scripts, cast, null).play();
            } catch (RuntimeException | Error e) {
                throw new IllegalStateException("Seed " + seed + " (" + kind + "): ./verify --seed " + seed, e);
            }
            sum.add(seed, kind, outcome);
            played.accept(seed);
        }
        return sum;
    }

    /** What came of the worlds of one thread. */
    private static final class Sum {

        private long worlds;
        private long exclusive;
        private long broken;
        private final Map<Event.Type, Long> events = new EnumMap<>(Event.Type.class);
        private final Map<Rule, Long> rules = new EnumMap<>(Rule.class);
        private final List<Broken> examples = new ArrayList<>();

        private void add(long seed, Topology kind, World.Outcome outcome) {
            worlds++;
            exclusive += outcome.promises().exclusion() ? 1 : 0;
            outcome.events().forEach(event -> events.merge(event.type(), 1L, Long::sum));
            outcome.violations().forEach(violation -> rules.merge(violation.rule(), 1L, Long::sum));
            if (!outcome.violations().isEmpty()) {
                broken++;
                if (examples.size() < SHOWN) {
                    examples.add(new Broken(seed, kind, outcome.violations()));
                }
            }
        }

        private void add(Sum other) {
            worlds += other.worlds;
            exclusive += other.exclusive;
            broken += other.broken;
            other.events.forEach((type, count) -> events.merge(type, count, Long::sum));
            other.rules.forEach((rule, count) -> rules.merge(rule, count, Long::sum));
            examples.addAll(other.examples);
        }
    }
}
