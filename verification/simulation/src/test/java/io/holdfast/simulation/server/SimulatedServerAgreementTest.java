package io.holdfast.simulation.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.redis.QuorumTraffic;
import io.holdfast.redis.ScriptTarget;
import io.holdfast.redis.ScriptTexts;
import io.holdfast.redis.StoreTraffic;
import io.holdfast.servers.RedisBinary;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The simulated server does as real ones do: the same random sequences are given to both, and each reply is compared, and
 * all data in the end. {@code -Dholdfast.seeds=1000} plays more of them, {@code -Dholdfast.seed=17} that one alone.
 */
class SimulatedServerAgreementTest {

    private static final String DUMP = """
            local all = {}
            for _, key in ipairs(redis.call('KEYS', '*')) do
                if string.sub(key, 1, 1) ~= '!' then
                    local its, value = redis.call('TYPE', key).ok
                    if its == 'string' then
                        value = redis.call('GET', key)
                    elseif its == 'zset' then
                        value = redis.call('ZRANGE', key, 0, -1, 'WITHSCORES')
                    else
                        value = redis.call('HGETALL', key)
                    end
                    all[#all + 1] = { key, its, value, redis.call('PTTL', key) }
                end
            end
            return all
            """;

    private final Scripts scripts = new Scripts(UnaryOperator.identity());

    @ParameterizedTest
    @EnumSource(RedisBinary.class)
    void commandsAgree(RedisBinary binary) {
        try (RealServer real = new RealServer(binary)) {
            seeds(50).forEach(seed -> new RawSequence(real, seed).play(150));
        }
    }

    @ParameterizedTest
    @EnumSource(RedisBinary.class)
    void luaAgrees(RedisBinary binary) {
        try (RealServer real = new RealServer(binary)) {
            seeds(30).forEach(seed -> playLua(real, seed));
        }
    }

    @ParameterizedTest
    @EnumSource(RedisBinary.class)
    void theScriptsOfTheStoreAgree(RedisBinary binary) {
        try (RealServer real = new RealServer(binary)) {
            Set<String> used = new TreeSet<>();
            seeds(40).forEach(seed -> {
                Random random = new Random(seed);
                ScriptSequence sequence = new ScriptSequence(real, seed, used);
                StoreTraffic traffic = new StoreTraffic(sequence, random);
                sequence.play(traffic::step, 150);
            });
            assertAllUsed(used, false);
        }
    }

    @ParameterizedTest
    @EnumSource(RedisBinary.class)
    void theScriptsOfAQuorumAgree(RedisBinary binary) {
        try (RealServer real = new RealServer(binary)) {
            Set<String> used = new TreeSet<>();
            seeds(40).forEach(seed -> {
                Random random = new Random(seed);
                ScriptSequence sequence = new ScriptSequence(real, seed, used);
                QuorumTraffic traffic = new QuorumTraffic(sequence, random);
                sequence.play(traffic::step, 120);
            });
            assertAllUsed(used, true);
        }
    }

    private static LongStream seeds(int usually) {
        String one = System.getProperty("holdfast.seed");
        return one == null
                ? LongStream.range(0, Integer.getInteger("holdfast.seeds", usually))
                : LongStream.of(Long.parseLong(one));
    }

    private static void assertAllUsed(Set<String> used, boolean quorum) {
        if (System.getProperty("holdfast.seed") == null && System.getProperty("holdfast.seeds") == null) {
            assertThat(used)
                    .containsAll(ScriptTexts.all().stream()
                            .map(ScriptTexts::name)
                            .filter(name -> name.startsWith("QUORUM") == quorum)
                            .toList());
        }
    }

    private void playLua(RealServer real, long seed) {
        Random random = new Random(seed);
        SimulatedServer simulated = new SimulatedServer(() -> 1_700_000_000_000_000L, scripts);
        real.execute("FLUSHALL");
        for (String script : RandomLua.SCRIPTS) {
            String[] words = {
                "EVAL",
                script,
                "0",
                RandomLua.number(random),
                RandomLua.text(random),
                Integer.toString(random.nextInt(5))
            };
            compare(real, seed, List.of(), words, real.execute(words), simulated.execute(words));
        }
    }

    private static void compare(
            RealServer real, long seed, List<String> before, Object[] words, Object expected, Object actual) {
        Object wanted = real.comparable(expected);
        Object given = real.comparable(actual);
        assertThat(given)
                .withFailMessage(() ->
                        "Seed " + seed + ": to " + Arrays.toString(words) + "\nRedis answers     " + wanted
                                + "\nthe simulation    " + given + "\nafter\n"
                                + String.join("\n", before.subList(Math.max(0, before.size() - 25), before.size()))
                                + "\nReplay it: mvn -pl verification/simulation -am -Dtest=SimulatedServerAgreementTest"
                                + " -Dsurefire.failIfNoSpecifiedTests=false -Dholdfast.seed=" + seed + " test")
                .isEqualTo(wanted);
    }

    /** {@return what a dump shows, in an order} */
    private static List<Object> sorted(Object dump) {
        return ((List<?>) dump)
                .stream()
                        .map(each -> {
                            List<Object> key = new ArrayList<>((List<?>) each);
                            if (key.get(1).equals("hash")) {
                                key.set(2, new TreeSet<>(pairs((List<?>) key.get(2))));
                            }
                            return (Object) key.toString();
                        })
                        .sorted()
                        .toList();
    }

    private static List<String> pairs(List<?> list) {
        List<String> pairs = new ArrayList<>();
        for (int i = 0; i < list.size(); i += 2) {
            pairs.add(list.get(i) + " " + list.get(i + 1));
        }
        return pairs;
    }

    /** Commands in real time, which both read from the real server. */
    private final class RawSequence {

        private static final long TOLERANCE = 100;

        private final RealServer real;
        private final long seed;
        private final long[] now = {0};
        private final SimulatedServer simulated = new SimulatedServer(() -> now[0], scripts);
        private final List<String> history = new ArrayList<>();

        RawSequence(RealServer real, long seed) {
            this.real = real;
            this.seed = seed;
            real.execute("FLUSHALL");
        }

        void play(int steps) {
            RandomCommand commands = new RandomCommand(new Random(seed), real.isOld());
            for (int i = 0; i < steps; i++) {
                String[] words = commands.next();
                Object expected = real.executeAt(now, words);
                Object actual = simulated.execute(words);
                if (isTime(words) && expected instanceof Long left && actual instanceof Long other) {
                    assertThat(other)
                            .as("seed %d: %s", seed, Arrays.toString(words))
                            .isBetween(left - TOLERANCE, left + TOLERANCE);
                } else {
                    compare(real, seed, history, words, ordered(words, expected), ordered(words, actual));
                }
                history.add(Arrays.toString(words) + " -> " + expected);
                if (Arrays.asList(words).contains("1") || Arrays.asList(words).contains("2")) {
                    letItEnd();
                }
            }
            now[0] = real.micros();
            Object dump = simulated.execute("EVAL", DUMP.replace(", redis.call('PTTL', key)", ""), "0");
            Object wanted = real.execute("EVAL", DUMP.replace(", redis.call('PTTL', key)", ""), "0");
            compare(real, seed, history, new String[] {"all data"}, sorted(wanted), sorted(dump));
        }

        private boolean isTime(String[] words) {
            return Arrays.stream(words).anyMatch(word -> word.equalsIgnoreCase("PTTL"));
        }

        private Object ordered(String[] words, Object reply) {
            Set<String> unordered = Set.of("keys", "hkeys", "hgetall", "scan");
            boolean any = Arrays.stream(words).anyMatch(word -> unordered.contains(word.toLowerCase(Locale.ROOT)));
            return any && reply instanceof List<?> list
                    ? Stream.of(deep(list).sorted().toArray()).toList()
                    : reply;
        }

        private static Stream<String> deep(List<?> list) {
            return list.stream()
                    .flatMap(item -> item instanceof List<?> inner ? deep(inner) : Stream.of(String.valueOf(item)));
        }

        /** What lives for a millisecond or two is gone for both before the next command. */
        private void letItEnd() {
            long end = real.micros() + 3500;
            while (real.micros() < end) {
                Thread.onSpinWait();
            }
        }
    }

    /** Scripts in virtual time. */
    private final class ScriptSequence implements ScriptTarget {

        private static final long LONGEST = 100_000;
        private static final String FOREIGN = "return redis.call(unpack(ARGV))";

        private final RealServer real;
        private final VirtualTimeOnRedis virtual;
        private final long seed;
        private final Set<String> used;
        private final List<String> history = new ArrayList<>();
        private final List<String> messages = new ArrayList<>();
        private final SimulatedServer simulated;
        private long now = 1_700_000_000_000_000L;

        ScriptSequence(RealServer real, long seed, Set<String> used) {
            this.real = real;
            this.virtual = new VirtualTimeOnRedis(real);
            this.seed = seed;
            this.used = used;
            real.execute("FLUSHALL");
            simulated = new SimulatedServer(() -> now, scripts);
            simulated.onPublish((channel, message) -> messages.add(channel + " " + message));
            virtual.turnTo(now, now);
        }

        void play(Runnable step, int steps) {
            for (int i = 0; i < steps; i++) {
                step.run();
            }
            compareData();
        }

        @Override
        public Object run(ScriptTexts script, String[] keys, String[] args) {
            used.add(script.name());
            String[] rest = Stream.of(Stream.of(Integer.toString(keys.length)), Stream.of(keys), Stream.of(args))
                    .flatMap(words -> words)
                    .toArray(String[]::new);
            return run(script.name(), script.source(), rest);
        }

        private Object run(String name, String source, String... rest) {
            Object expected = virtual.run(source, rest);
            Object actual = simulated.execute(
                    Stream.concat(Stream.of("EVAL", source), Stream.of(rest)).toArray(String[]::new));
            String[] words = Stream.concat(Stream.of(name), Stream.of(rest)).toArray(String[]::new);
            compare(real, seed, history, words, expected, actual);
            history.add(now + " " + Arrays.toString(words) + " -> " + real.comparable(actual));
            compare(
                    real,
                    seed,
                    history,
                    new String[] {"messages of " + name},
                    virtual.messages(),
                    List.copyOf(messages));
            messages.clear();
            return actual;
        }

        @Override
        public void foreign(String... words) {
            run(
                    "foreign",
                    FOREIGN,
                    Stream.concat(Stream.of("0"), Stream.of(words)).toArray(String[]::new));
        }

        @Override
        public void pass(Duration time) {
            long before = now;
            now += time.toNanos() / 1000;
            // In its last millisecond a key has a life of 0, and that is more than can be set.
            while (simulated.keys().stream().anyMatch(key -> key.ttlMillis() == 0)) {
                now += 1000;
            }
            virtual.turnTo(before, now);
            history.add("--- " + time);
            compareData();
        }

        @Override
        public void passToAnEnd(Random random) {
            List<Long> ends = new ArrayList<>();
            for (KeyView key : simulated.keys()) {
                ends.add(key.ttlMillis() - 1);
                ends.add(key.ttlMillis() + 1);
                if (key.type().equals("zset")) {
                    List<?> members = (List<?>) simulated.execute("ZRANGE", key.key(), "0", "-1", "WITHSCORES");
                    for (int i = 1; i < members.size(); i += 2) {
                        ends.add((long) Double.parseDouble((String) members.get(i)) - Math.floorDiv(now, 1000));
                    }
                }
            }
            ends.removeIf(end -> end <= 0 || end > LONGEST);
            if (!ends.isEmpty()) {
                pass(Duration.ofMillis(ends.get(random.nextInt(ends.size()))));
            }
        }

        private void compareData() {
            Object expected = virtual.run(DUMP, "0");
            Object actual = simulated.execute("EVAL", DUMP, "0");
            compare(real, seed, history, new String[] {"all data"}, sorted(expected), sorted(actual));
        }
    }
}
