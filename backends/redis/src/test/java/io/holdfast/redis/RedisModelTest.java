package io.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.ClaimInfo;
import io.holdfast.LockInfo;
import io.holdfast.memory.MemoryStore;
import io.holdfast.redis.servers.RedisBinary;
import io.holdfast.redis.servers.RedisServer;
import io.holdfast.spi.Answer;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Demand;
import io.holdfast.spi.Freed;
import io.holdfast.spi.Held;
import io.holdfast.spi.StoreSession;
import io.holdfast.tck.Client;
import io.holdfast.tck.Eventually;
import io.holdfast.tck.RealTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Redis does what the in-memory store does, the model of the contract: the same requests, at random, get the same answers
 * from both, and leave the same holders and the same queue.
 */
@Timeout(120)
class RedisModelTest {

    private static final Duration LONG = Duration.ofMinutes(5);
    private static final int WORLDS = 40;
    private static final int STEPS = 60;

    /** {@return what can be asked for in a world} */
    static Stream<List<Demand>> worlds() {
        return Stream.of(
                List.of(Demand.MUTEX),
                List.of(Demand.READ, Demand.READ, Demand.WRITE),
                List.of(Demand.permits(1, 3), Demand.permits(2, 3), Demand.permits(3, 3)));
    }

    @ParameterizedTest
    @MethodSource("worlds")
    void theSameRequestsGetTheSameAnswers(List<Demand> demands) {
        try (RedisServer redis = RedisServer.start(RedisBinary.EMBEDDED);
                RealTime time = new RealTime();
                Client model = new Client(MemoryStore.create(), time.environment());
                Client real = new Client(new RedisStoreProvider().store(redis.uri()), time.environment())) {
            for (int seed = 0; seed < WORLDS; seed++) {
                new World(new Random(seed), "world:" + seed, demands, model, real).run();
            }
        }
    }

    /** One lock, in both stores. */
    private static final class World {

        private final Random random;
        private final String name;
        private final List<Demand> demands;
        private final Client model;
        private final Client real;
        private final Map<String, Ask> asks = new LinkedHashMap<>();
        private final List<String> history = new ArrayList<>();
        private final Set<String> granted = new TreeSet<>();
        private int owners;
        private long highest;

        World(Random random, String name, List<Demand> demands, Client model, Client real) {
            this.random = random;
            this.name = name;
            this.demands = demands;
            this.model = model;
            this.real = real;
        }

        void run() {
            for (int step = 0; step < STEPS; step++) {
                Set<String> known = known();
                asks.keySet().retainAll(known);
                if (known.isEmpty() || random.nextInt(3) == 0) {
                    acquire(ask());
                } else {
                    change(asks.get(List.copyOf(known).get(random.nextInt(known.size()))));
                }
                LockInfo expected = model.inspect(name).orElse(null);
                LockInfo found = real.inspect(name).orElse(null);
                assertThat(describe(found)).as("%s", history).isEqualTo(describe(expected));
                if (found != null) {
                    assertTokens(found.holders());
                }
            }
        }

        /** Asserts that all who hold have one token, and a writer a higher one than all before. */
        private void assertTokens(List<ClaimInfo> holders) {
            for (ClaimInfo holder : holders) {
                assertThat(holder.token())
                        .as("%s", history)
                        .isEqualTo(holders.get(0).token());
                Demand demand = asks.get(holder.owner()).demand();
                if (demand.exclusive() && granted.add(holder.owner())) {
                    assertThat(holder.token()).as("%s", history).isGreaterThan(highest);
                }
                assertThat(holder.token()).as("%s", history).isGreaterThanOrEqualTo(highest);
                highest = holder.token();
            }
        }

        private Set<String> known() {
            Set<String> known = new TreeSet<>();
            model.inspect(name)
                    .ifPresent(lock -> Stream.concat(lock.holders().stream(), lock.waiters().stream())
                            .forEach(claim -> known.add(claim.owner())));
            return known;
        }

        private Ask ask() {
            Demand demand = demands.get(random.nextInt(demands.size()));
            Ask ask = new Ask(name, demand, name + "-" + owners++, LONG, LONG, Duration.ZERO, 1 + random.nextInt(8));
            asks.put(ask.owner(), ask);
            return ask;
        }

        private void acquire(Ask ask) {
            boolean join = random.nextInt(3) > 0;
            note("acquire", ask, join);
            assertSame(
                    Eventually.answered(model.session().acquire(ask, join)),
                    Eventually.answered(real.session().acquire(ask, join)));
        }

        /** Does something to a claim that waits or holds. */
        private void change(Ask ask) {
            switch (random.nextInt(6)) {
                case 0 -> {
                    note("abandon", ask, "");
                    assertThat(Eventually.answered(model.session().abandon(ask)))
                            .isTrue();
                    assertThat(Eventually.answered(real.session().abandon(ask))).isTrue();
                    assertSame(poll(model, ask), poll(real, ask));
                }
                case 1 -> acquire(ask);
                case 2 -> {
                    note("poll", ask, "");
                    assertSame(poll(model, ask), poll(real, ask));
                }
                case 3 -> {
                    note("renew", ask, "");
                    assertThat(renew(real, ask)).as("%s", history).isEqualTo(renew(model, ask));
                }
                default -> {
                    Optional<Ask> rejoin = random.nextInt(3) == 0 ? Optional.of(ask()) : Optional.empty();
                    note("release", ask, rejoin);
                    Freed expected = release(model, ask, rejoin);
                    Freed found = release(real, ask, rejoin);
                    assertThat(found.held()).as("%s", history).isEqualTo(expected.held());
                    rejoin.ifPresent(again -> assertSame(
                            expected.rejoined().orElseThrow(), found.rejoined().orElseThrow()));
                }
            }
        }

        private static Answer poll(Client client, Ask ask) {
            return Eventually.answered(client.session().poll(ask));
        }

        private static boolean renew(Client client, Ask ask) {
            return client.renew(List.of(held(client, ask))).get(0).isPresent();
        }

        private static Freed release(Client client, Ask ask, Optional<Ask> rejoin) {
            StoreSession session = client.session();
            return Eventually.answered(session.release(held(client, ask), Duration.ZERO, rejoin));
        }

        /** {@return the claim with the token that its store gave it, if it holds} */
        private static Held held(Client client, Ask ask) {
            long token = client.inspect(ask.name()).stream()
                    .flatMap(lock -> lock.holders().stream())
                    .filter(holder -> holder.owner().equals(ask.owner()))
                    .mapToLong(ClaimInfo::token)
                    .findFirst()
                    .orElse(0);
            return new Held(ask.name(), ask.demand(), ask.owner(), token, LONG, Duration.ZERO);
        }

        private void assertSame(Answer expected, Answer found) {
            assertThat(found).as("%s", history).hasSameClassAs(expected);
        }

        private void note(String what, Ask ask, Object how) {
            history.add(what + " " + ask.owner() + " (" + ask.demand().units() + ") " + how);
        }

        private static String describe(LockInfo lock) {
            return lock == null
                    ? "nothing"
                    : lock.kind() + " " + lock.capacity() + " held by "
                            + lock.holders().stream()
                                    .map(World::describe)
                                    .sorted()
                                    .toList() + ", waiting "
                            + lock.waiters().stream().map(World::describe).toList();
        }

        private static String describe(ClaimInfo claim) {
            return claim.owner() + " (" + claim.units() + ")";
        }
    }
}
