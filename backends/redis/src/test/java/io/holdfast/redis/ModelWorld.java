package io.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.ClaimInfo;
import io.holdfast.InvalidLockException;
import io.holdfast.LockInfo;
import io.holdfast.LockKind;
import io.holdfast.spi.Answer;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Demand;
import io.holdfast.spi.Freed;
import io.holdfast.spi.Held;
import io.holdfast.spi.StoreSession;
import io.holdfast.tck.Client;
import io.holdfast.tck.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Stream;

/** One lock, in both stores: what is done to one is done to the other, and leads to the same. */
final class ModelWorld {

    private static final Duration LONG = Duration.ofMinutes(5);
    private static final int STEPS = 60;

    /** What claims say of themselves; mostly nothing. */
    private static final List<String> NOTES =
            List.of("", "", "", "a b", "\n", "x\ny\n", " 1 2 %1 {}\0 \u9501", "n".repeat(4_000));

    private final Random random;
    private final String name;
    private final List<Demand> demands;
    private final Client model;
    private final Client real;
    private final Map<String, Ask> asks = new LinkedHashMap<>();
    private final List<Ask> over = new ArrayList<>();
    private final List<String> history = new ArrayList<>();
    private final Set<String> granted = new TreeSet<>();
    private int owners;
    private long highest;

    ModelWorld(Random random, String name, List<Demand> demands, Client model, Client real) {
        this.random = random;
        this.name = name;
        this.demands = demands;
        this.model = model;
        this.real = real;
    }

    void run() {
        for (int step = 0; step < STEPS; step++) {
            Set<String> known = known();
            asks.values().stream()
                    .filter(ask -> granted.contains(ask.owner()) && !known.contains(ask.owner()))
                    .forEach(over::add);
            asks.keySet().retainAll(known);
            if (known.isEmpty() || random.nextInt(3) == 0) {
                acquire(ask());
            } else {
                change(asks.get(List.copyOf(known).get(random.nextInt(known.size()))));
            }
            if (random.nextInt(4) == 0) {
                changeAll();
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
            boolean first = granted.add(holder.owner());
            if (first && asks.get(holder.owner()).demand().exclusive()) {
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

    private int capacity() {
        return model.inspect(name)
                .map(LockInfo::capacity)
                .orElseGet(() -> demands.get(0).capacity());
    }

    private Ask ask() {
        Demand demand = demands.get(random.nextInt(demands.size()));
        if (demand.kind() == LockKind.SEMAPHORE) {
            int capacity = capacity();
            demand = Demand.permits(Math.min(demand.units(), capacity), capacity);
        }
        return ask(demand);
    }

    private Ask ask(Demand demand) {
        String note = NOTES.get(random.nextInt(NOTES.size()));
        String owner = name + "-" + owners++;
        Ask ask = new Ask(name, demand, owner, LONG, LONG, Duration.ZERO, 1 + random.nextInt(8), note);
        asks.put(owner, ask);
        return ask;
    }

    private void acquire(Ask ask) {
        boolean join = random.nextInt(3) > 0;
        note("acquire", ask, join);
        assertSame(session -> session.acquire(ask, join));
    }

    /** Does something to a claim that waits or holds. */
    private void change(Ask ask) {
        switch (random.nextInt(7)) {
            case 0 -> {
                note("abandon", ask, "");
                assertSame(session -> session.abandon(ask));
                assertSame(session -> session.poll(ask));
            }
            case 1 -> acquire(ask);
            case 2 -> {
                note("poll", ask, "");
                assertSame(session -> session.poll(ask));
            }
            case 3 -> {
                note("renew", ask, "");
                assertThat(renew(real, ask)).as("%s", history).isEqualTo(renew(model, ask));
            }
            case 4 -> downgrade(ask);
            default -> release(ask);
        }
    }

    private void release(Ask ask) {
        // Whoever joins again names the same number as before, and is told so if that is no longer right.
        boolean current = ask.demand().capacity() == capacity();
        Optional<Ask> rejoin = current && random.nextInt(3) == 0 ? Optional.of(ask()) : Optional.empty();
        note("release", ask, rejoin.map(Ask::owner));
        Freed expected = release(model, ask, rejoin);
        Freed found = release(real, ask, rejoin);
        assertThat(found.held()).as("%s", history).isEqualTo(expected.held());
        rejoin.ifPresent(again -> assertThat(found.rejoined().orElseThrow())
                .as("%s", history)
                .hasSameClassAs(expected.rejoined().orElseThrow()));
    }

    /** Asks for a reader in the place of a writer, which that may be or not; once, or twice. */
    private void downgrade(Ask ask) {
        if (ask.demand().equals(Demand.WRITE)) {
            Ask reader = ask(Demand.READ);
            Held modelled = held(model, ask);
            Held found = held(real, ask);
            for (int copies = 1 + random.nextInt(2); copies > 0; copies--) {
                note("downgrade", ask, reader.owner());
                assertSame(
                        outcome(model.session().downgrade(modelled, reader)),
                        outcome(real.session().downgrade(found, reader)));
            }
        }
    }

    /** Does something to the lock as a whole. */
    private void changeAll() {
        if (demands.get(0).kind() == LockKind.SEMAPHORE && random.nextInt(3) > 0) {
            int from = random.nextInt(5) == 0 ? 1 + random.nextInt(5) : capacity();
            int to = 1 + random.nextInt(5);
            history.add("resize " + from + " to " + to);
            assertSame(session -> session.resize(name, from, to));
        } else if (demands.get(0).kind() != LockKind.MUTEX && !over.isEmpty()) {
            Ask ask = over.get(random.nextInt(over.size()));
            if (ask.demand().capacity() == capacity()) {
                note("late acquire", ask, "");
                assertThat(Eventually.answered(real.session().acquire(ask, random.nextBoolean())))
                        .as("%s", history)
                        .isInstanceOf(Answer.Gone.class);
            }
        }
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

    private void assertSame(Function<StoreSession, CompletionStage<?>> request) {
        assertSame(outcome(request.apply(model.session())), outcome(request.apply(real.session())));
    }

    private void assertSame(Object expected, Object found) {
        assertThat(found).as("%s", history).isEqualTo(expected);
    }

    /** {@return what can be compared of an answer, or of a refusal} */
    private static Object outcome(CompletionStage<?> stage) {
        try {
            Object answer = Eventually.answered(stage);
            return answer instanceof Answer ? answer.getClass() : answer;
        } catch (InvalidLockException refused) {
            return refused.getClass();
        }
    }

    private void note(String what, Ask ask, Object how) {
        history.add(what + " " + ask.owner() + " (" + ask.demand().units() + ") " + how);
    }

    private static String describe(LockInfo lock) {
        return lock == null
                ? "nothing"
                : lock.kind() + " " + lock.capacity() + " held by "
                        + lock.holders().stream()
                                .map(ModelWorld::describe)
                                .sorted()
                                .toList() + ", waiting "
                        + lock.waiters().stream().map(ModelWorld::describe).toList();
    }

    private static String describe(ClaimInfo claim) {
        return claim.owner() + " (" + claim.units() + ") " + claim.note();
    }
}
