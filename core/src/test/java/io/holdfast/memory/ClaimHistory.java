package io.holdfast.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.ClaimInfo;
import io.holdfast.InvalidLockException;
import io.holdfast.LockInfo;
import io.holdfast.LockKind;
import io.holdfast.Seeds;
import io.holdfast.spi.Answer;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Demand;
import io.holdfast.spi.Freed;
import io.holdfast.spi.Held;
import io.holdfast.spi.StoreSession;
import io.holdfast.spi.Tokens;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A long random history of one lock, in which every answer, every signal and every look inside has to be what
 * {@link ClaimModel} says.
 */
final class ClaimHistory implements Seeds.Run {

    private static final int STEPS = 4_000;
    private static final int SESSIONS = 3;
    private static final String NAME = ClaimDraws.NAME;

    /** How long those are still kept, or less, who were silent for too long to be served. */
    private static final Duration SILENT = StoreSession.FORGET_AFTER.minus(StoreSession.DEAD_AFTER);

    /** A writer that becomes a reader. */
    private record Turn(Held writer, Ask reader) {}

    /** How often there was what. */
    final Map<String, Integer> happened = new HashMap<>();

    final ClaimDraws draws;
    final SplittableRandom random;
    final VirtualClock clock = new VirtualClock();
    final MemoryStore store = MemoryStore.create(clock);
    final ClaimModel model = new ClaimModel();
    final List<TestSession> sessions = new ArrayList<>();
    final List<Turn> turns = new ArrayList<>();
    final List<String> signals = new ArrayList<>();
    /** The most that there was to take since the lock was last free. */
    int most;

    /** Whether the store has looked at the lock at this very time. */
    boolean settled;

    int step;
    String last = "";

    ClaimHistory(long seed) {
        draws = new ClaimDraws(seed);
        random = draws.random;
        for (int i = 0; i < SESSIONS; i++) {
            int index = i;
            TestSession session = new TestSession(store, clock, "client-" + i);
            session.onGranted = owner -> signals.add(index + ": " + session.granted.remove(0));
            sessions.add(session);
        }
    }

    @Override
    public void play() {
        for (; step < STEPS; step++) {
            go();
        }
        endsEmpty();
    }

    @Override
    public String where() {
        return draws.world + ", step " + step + ": " + last;
    }

    private void go() {
        int dice = random.nextInt(100);
        if (dice < 25) {
            timePasses();
        } else if (dice < 45) {
            Ask ask = draws.fresh();
            if (ask.demand().equals(Demand.MUTEX) && random.nextInt(5) == 0) {
                acquireWithAnother(ask);
            } else {
                acquire(ask, random.nextInt(4) > 0);
            }
        } else if (dice < 50) {
            draws.someAsk().filter(this::mayComeAgain).ifPresent(ask -> acquire(ask, random.nextBoolean()));
        } else if (dice < 70) {
            draws.someAsk().ifPresent(this::poll);
        } else if (dice < 77) {
            draws.someGrant(this::isHeld).ifPresent(this::renew);
        } else if (dice < 84) {
            draws.someGrant(held -> isHeld(held) && held.demand().equals(Demand.WRITE))
                    .filter(held -> held.demand().equals(Demand.WRITE))
                    .ifPresent(writer -> downgrade(new Turn(writer, draws.fresh(Demand.READ))));
        } else if (dice < 86) {
            draws.some(turns).ifPresent(this::downgrade);
        } else if (dice < 88) {
            resize();
        } else if (dice < 95) {
            draws.someGrant(this::isHeld).ifPresent(this::release);
        } else {
            draws.someAsk().ifPresent(this::abandon);
        }
        signals.forEach(signal -> count("handed over"));
        assertThat(signals).as("signals").isEqualTo(model.signals);
        signals.clear();
        model.signals.clear();
        if (random.nextInt(8) == 0) {
            look();
        }
        isAsItHasToBe();
    }

    /** What has to be true of whatever there is to see, without the model. */
    private void isAsItHasToBe() {
        Optional<LockInfo> info = TestSession.now(anySession().session.inspect(NAME));
        if (info.isEmpty()) {
            most = 0;
            return;
        }
        LockInfo lock = info.get();
        // Whoever held permits when there were more of them keeps them.
        most = Math.max(most, lock.capacity());
        long taken = lock.holders().stream().mapToLong(ClaimInfo::units).sum();
        if (taken > most) {
            throw new AssertionError("More is taken than there is: " + lock);
        }
        Optional<ClaimInfo> first = lock.waiters().stream()
                .filter(waiter -> waiter.remaining().compareTo(SILENT) > 0)
                .findFirst();
        if (settled && first.isPresent() && taken + first.get().units() <= lock.capacity()) {
            throw new AssertionError("The first who waits fits beside those who hold: " + lock);
        }
    }

    private void begin(String what) {
        last = what;
        settled = true;
    }

    private void count(String what) {
        happened.merge(what, 1, Integer::sum);
    }

    void timePasses() {
        int dice = random.nextInt(100);
        long millis = dice < 50
                ? random.nextInt(30)
                : dice < 80
                        ? random.nextInt(1_500)
                        : dice < 90 ? untilSomethingHappens() : dice < 98 ? random.nextInt(4_000) : 61_000;
        last = "advance by " + millis + " ms";
        settled = false;
        clock.advance(Duration.ofMillis(millis));
        model.advance(millis);
    }

    /** {@return the time to the exact end of some claim, or a millisecond before it} */
    long untilSomethingHappens() {
        if (model.queue.isEmpty()) {
            return 1;
        }
        ClaimModel.Place place = model.queue.get(random.nextInt(model.queue.size()));
        long end = place.tokens == null
                ? place.seen + (random.nextBoolean() ? 3_000 : 60_000)
                : random.nextBoolean() ? place.ownedUntil : place.keptUntil;
        return Math.max(0, end - model.now - random.nextInt(2));
    }

    void acquire(Ask ask, boolean join) {
        begin("acquire " + ask + (join ? ", joining" : ""));
        int session = random.nextInt(SESSIONS);
        CompletionStage<Answer> stage = sessions.get(session).session.acquire(ask, join);
        compare(stage, model.acquire(ask, join, session).orElse(null)).ifPresent(answer -> note(ask, answer));
    }

    /** Asks for another lock in the same step, which nobody else wants: it is granted if the first one is. */
    void acquireWithAnother(Ask ask) {
        begin("acquire " + ask + " and another");
        int session = random.nextInt(SESSIONS);
        TestSession client = sessions.get(session);
        Ask other = TestSession.mutex("another", "another-" + step);
        CompletionStage<List<Answer>> stage = client.session.acquireAll(List.of(ask, other));
        Answer expected = model.acquire(ask, false, session).orElse(null);
        Answer with = new Answer.Busy(StoreSession.HEARTBEAT, "");
        if (expected instanceof Answer.Granted) {
            model.lastToken++;
            Tokens tokens = new Tokens(model.lastToken, model.lastToken);
            with = new Answer.Granted(tokens, other.lease());
            assertThat(client.release(other, tokens).held()).isTrue();
        }
        compare(stage, expected == null ? null : List.of(expected, with))
                .ifPresent(answers -> note(ask, answers.get(0)));
    }

    void poll(Ask ask) {
        begin("poll " + ask);
        Answer answer = anySession().poll(ask);
        assertThat(answer).isEqualTo(model.poll(ask));
        note(ask, answer);
    }

    void renew(Held held) {
        begin("renew " + held);
        Optional<Duration> left =
                TestSession.now(anySession().session.renew(List.of(held)).get(0));
        assertThat(left).isEqualTo(model.renew(held));
        count(left.isPresent() ? "renewed" : "renewed too late");
    }

    void release(Held held) {
        Ask rejoin = random.nextInt(3) == 0 ? draws.fresh() : null;
        Duration keepFor = Duration.ofMillis(random.nextInt(5) == 0 ? random.nextInt(3_000) : 0);
        begin("release " + held + " keep for " + keepFor + " rejoin " + rejoin);
        int session = random.nextInt(SESSIONS);
        CompletionStage<Freed> stage =
                sessions.get(session).session.release(held, keepFor, Optional.ofNullable(rejoin));
        Freed expected = model.release(held, keepFor.toMillis(), rejoin, session)
                .map(was -> new Freed(was, Optional.ofNullable(rejoin).map(ask -> model.answer(ask.owner()))))
                .orElse(null);
        compare(stage, expected).flatMap(Freed::rejoined).ifPresent(answer -> {
            count("rejoined");
            note(rejoin == null ? draws.asks.get(0) : rejoin, answer);
        });
    }

    void downgrade(Turn turn) {
        begin("downgrade " + turn);
        turns.add(turn);
        int session = random.nextInt(SESSIONS);
        CompletionStage<Answer> stage = sessions.get(session).session.downgrade(turn.writer(), turn.reader());
        compare(stage, model.downgrade(turn.writer(), turn.reader(), session).orElse(null))
                .ifPresent(answer -> {
                    count(answer instanceof Answer.Granted ? "became a reader" : "was no writer");
                    note(turn.reader(), answer);
                });
    }

    void resize() {
        int from = random.nextInt(8) == 0 ? random.nextInt(1, 9) : draws.kind.capacity();
        int to = random.nextInt(1, 9);
        begin("resize from " + from + " to " + to);
        compare(
                        anySession().session.resize(NAME, from, to),
                        model.resize(from, to).orElse(null))
                .ifPresent(done -> count(done ? "resized" : "was free"));
        if (draws.kind.kind() == LockKind.SEMAPHORE && random.nextInt(4) > 0) {
            draws.kind = Demand.permits(1, to);
        }
    }

    void abandon(Ask ask) {
        begin("abandon " + ask);
        assertThat(TestSession.now(anySession().session.abandon(ask))).isTrue();
        count(model.abandon(ask) ? "abandoned" : "abandoned what was over");
    }

    void look() {
        Optional<LockInfo> info = TestSession.now(anySession().session.inspect(NAME));
        List<String> holders = model.holders().stream()
                .filter(place -> place.keptUntil > model.now)
                .map(place -> describe(place, place.keptUntil))
                .toList();
        List<String> waiters = model.waiters().stream()
                .filter(place -> place.seen + 60_000 > model.now)
                .map(place -> describe(place, place.seen + 60_000))
                .toList();
        assertThat(info.isPresent()).isEqualTo(!holders.isEmpty() || !waiters.isEmpty());
        info.ifPresent(lock -> {
            assertThat(lock.capacity()).isEqualTo(model.capacity);
            assertThat(lock.holders().stream().map(this::describe)).isEqualTo(holders);
            assertThat(lock.waiters().stream().map(this::describe)).isEqualTo(waiters);
        });
    }

    String describe(ClaimModel.Place place, long until) {
        return place.ask.owner() + " since " + (model.now - place.since) + " for " + (until - model.now);
    }

    String describe(ClaimInfo claim) {
        return claim.owner() + " since " + claim.age().toMillis() + " for "
                + claim.remaining().toMillis();
    }

    void endsEmpty() {
        last = "the end";
        for (int i = 0; i < 3; i++) {
            clock.advance(Duration.ofMinutes(10));
            anySession().poll(TestSession.mutex("another", "owner"));
        }
        assertThat(store.isEmpty()).isTrue();
        assertThat(store.hasMarks()).isFalse();
    }

    /** {@return the answer, unless it was the refusal that was expected} */
    <T> Optional<T> compare(CompletionStage<T> stage, @Nullable T expected) {
        if (expected == null) {
            assertThat(stage.toCompletableFuture())
                    .isCompletedExceptionally()
                    .failsWithin(Duration.ZERO)
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(InvalidLockException.class);
            settled = false;
            count("refused");
            return Optional.empty();
        }
        T answer = TestSession.now(stage);
        assertThat(answer).isEqualTo(expected);
        return Optional.of(answer);
    }

    void note(Ask ask, Answer answer) {
        if (answer instanceof Answer.Granted grant) {
            count("granted");
            if (ask.demand().kind() == LockKind.SEMAPHORE && ask.demand().units() > 1) {
                count("granted several");
            }
            draws.grants.add(TestSession.held(ask, grant.tokens().first()));
        }
    }

    boolean isHeld(Held held) {
        return model.holders().stream()
                .anyMatch(place -> place.ask.owner().equals(held.owner()) && place.ownedUntil > model.now);
    }

    /** {@return whether a second copy of this request may be under way: it was not answered by a grant that ended} */
    boolean mayComeAgain(Ask ask) {
        Long promised = model.usedUp.get(ask.owner());
        boolean inQueue = model.queue.stream().anyMatch(place -> place.ask.equals(ask));
        return promised != null ? model.now < promised : inQueue;
    }

    TestSession anySession() {
        return sessions.get(random.nextInt(SESSIONS));
    }
}
