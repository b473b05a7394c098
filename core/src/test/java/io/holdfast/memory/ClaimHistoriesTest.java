package io.holdfast.memory;

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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Long random histories of one lock, in which every answer, every signal and every look inside has to be what
 * {@link ClaimModel} says.
 *
 * <p>{@code -Dholdfast.histories=n} runs more of them, {@code -Dholdfast.seed=s} that one alone.
 */
class ClaimHistoriesTest {

    private static final int STEPS = 4_000;
    private static final int SESSIONS = 3;
    private static final String NAME = "lock";

    @Test
    void everyHistoryGoesAsTheModelSays() {
        Long only = Long.getLong("holdfast.seed");
        int histories = only == null ? Integer.getInteger("holdfast.histories", 150) : 1;
        for (int i = 0; i < histories; i++) {
            long seed = only == null ? i : only;
            History history = new History(seed);
            try {
                for (; history.step < STEPS; history.step++) {
                    history.go();
                }
                history.endsEmpty();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("-Dholdfast.seed=" + seed + ", step " + history.step + ": " + history.last, e);
            }
        }
    }

    /** A writer that becomes a reader. */
    private record Turn(Held writer, Ask reader) {}

    private static final class History {

        final SplittableRandom random;
        final VirtualClock clock = new VirtualClock();
        final MemoryStore store = MemoryStore.create(clock);
        final ClaimModel model = new ClaimModel();
        final List<TestSession> sessions = new ArrayList<>();
        final List<Ask> asks = new ArrayList<>();
        final List<Turn> turns = new ArrayList<>();
        final List<Held> grants = new ArrayList<>();
        final List<String> signals = new ArrayList<>();
        int step;
        String last = "";
        Demand kind;

        History(long seed) {
            random = new SplittableRandom(seed);
            kind = demand();
            for (int i = 0; i < SESSIONS; i++) {
                int index = i;
                TestSession session = new TestSession(store, clock, "client-" + i);
                session.onGranted = owner -> signals.add(index + ": " + session.granted.remove(0));
                sessions.add(session);
            }
        }

        void go() {
            int dice = random.nextInt(100);
            if (dice < 25) {
                timePasses();
            } else if (dice < 45) {
                acquire(fresh(), random.nextInt(4) > 0);
            } else if (dice < 50) {
                someAsk().filter(this::mayComeAgain).ifPresent(ask -> acquire(ask, random.nextBoolean()));
            } else if (dice < 70) {
                someAsk().ifPresent(this::poll);
            } else if (dice < 80) {
                someGrant().ifPresent(this::renew);
            } else if (dice < 84) {
                someGrant()
                        .filter(held -> held.demand().equals(Demand.WRITE))
                        .ifPresent(writer -> downgrade(new Turn(writer, fresh(Demand.READ))));
            } else if (dice < 86) {
                some(turns).ifPresent(this::downgrade);
            } else if (dice < 88) {
                resize();
            } else if (dice < 95) {
                someGrant().ifPresent(this::release);
            } else {
                someAsk().ifPresent(this::abandon);
            }
            assertThat(signals).as("signals").isEqualTo(model.signals);
            signals.clear();
            model.signals.clear();
            if (random.nextInt(8) == 0) {
                look();
            }
        }

        void timePasses() {
            int dice = random.nextInt(100);
            long millis = dice < 50
                    ? random.nextInt(30)
                    : dice < 80
                            ? random.nextInt(1_500)
                            : dice < 90 ? untilSomethingHappens() : dice < 98 ? random.nextInt(4_000) : 61_000;
            last = "advance by " + millis + " ms";
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
            last = "acquire " + ask + (join ? ", joining" : "");
            int session = random.nextInt(SESSIONS);
            CompletionStage<Answer> stage = sessions.get(session).session.acquire(ask, join);
            compare(stage, model.acquire(ask, join, session).orElse(null)).ifPresent(answer -> note(ask, answer));
        }

        void poll(Ask ask) {
            last = "poll " + ask;
            Answer answer = anySession().poll(ask);
            assertThat(answer).isEqualTo(model.poll(ask));
            note(ask, answer);
        }

        void renew(Held held) {
            last = "renew " + held;
            assertThat(TestSession.now(anySession().session.renew(List.of(held)).get(0)))
                    .isEqualTo(model.renew(held));
        }

        void release(Held held) {
            Ask rejoin = random.nextInt(3) == 0 ? fresh() : null;
            Duration keepFor = Duration.ofMillis(random.nextInt(5) == 0 ? random.nextInt(3_000) : 0);
            last = "release " + held + " keep for " + keepFor + " rejoin " + rejoin;
            int session = random.nextInt(SESSIONS);
            CompletionStage<Freed> stage =
                    sessions.get(session).session.release(held, keepFor, Optional.ofNullable(rejoin));
            Freed expected = model.release(held, keepFor.toMillis(), rejoin, session)
                    .map(was -> new Freed(was, Optional.ofNullable(rejoin).map(ask -> model.answer(ask.owner()))))
                    .orElse(null);
            compare(stage, expected)
                    .flatMap(Freed::rejoined)
                    .ifPresent(answer -> note(rejoin == null ? asks.get(0) : rejoin, answer));
        }

        void downgrade(Turn turn) {
            last = "downgrade " + turn;
            turns.add(turn);
            int session = random.nextInt(SESSIONS);
            CompletionStage<Answer> stage = sessions.get(session).session.downgrade(turn.writer(), turn.reader());
            compare(
                            stage,
                            model.downgrade(turn.writer(), turn.reader(), session)
                                    .orElse(null))
                    .ifPresent(answer -> note(turn.reader(), answer));
        }

        void resize() {
            int from = random.nextInt(8) == 0 ? random.nextInt(1, 9) : kind.capacity();
            int to = random.nextInt(1, 9);
            last = "resize from " + from + " to " + to;
            compare(
                    anySession().session.resize(NAME, from, to),
                    model.resize(from, to).orElse(null));
            if (kind.kind() == LockKind.SEMAPHORE && random.nextInt(4) > 0) {
                kind = Demand.permits(1, to);
            }
        }

        void abandon(Ask ask) {
            last = "abandon " + ask;
            assertThat(TestSession.now(anySession().session.abandon(ask))).isTrue();
            model.abandon(ask);
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
                return Optional.empty();
            }
            T answer = TestSession.now(stage);
            assertThat(answer).isEqualTo(expected);
            return Optional.of(answer);
        }

        void note(Ask ask, Answer answer) {
            if (answer instanceof Answer.Granted grant) {
                grants.add(TestSession.held(ask, grant.tokens().first()));
            }
        }

        /** {@return whether a second copy of this request may be under way: it was not answered by a grant that ended} */
        boolean mayComeAgain(Ask ask) {
            Long promised = model.usedUp.get(ask.owner());
            boolean inQueue = model.queue.stream().anyMatch(place -> place.ask.equals(ask));
            return promised != null ? model.now < promised : inQueue;
        }

        Ask fresh() {
            if (random.nextInt(40) == 0) {
                kind = demand();
            }
            Demand demand = kind;
            if (random.nextBoolean() && kind.equals(Demand.READ)) {
                demand = Demand.WRITE;
            } else if (kind.kind() == LockKind.SEMAPHORE) {
                demand = Demand.permits(random.nextInt(1, kind.capacity() + 1), kind.capacity());
            }
            return fresh(demand);
        }

        Ask fresh(Demand demand) {
            Duration lease = Duration.ofMillis(pick(10, 200, 1_000, 5_000, 5_000, 100_000));
            Duration grantLease = Duration.ofMillis(Math.min(lease.toMillis(), pick(10, 500, 3_000)));
            Duration lockDelay = Duration.ofMillis(pick(0, 0, 0, 0, 50, 2_000));
            Ask ask = new Ask(
                    NAME, demand, "owner-" + asks.size(), lease, grantLease, lockDelay, (int) pick(1, 1, 3, 32));
            asks.add(ask);
            return ask;
        }

        Demand demand() {
            return switch (random.nextInt(3)) {
                case 0 -> Demand.MUTEX;
                case 1 -> Demand.READ;
                default -> Demand.permits(1, 5);
            };
        }

        long pick(long... choices) {
            return choices[random.nextInt(choices.length)];
        }

        /** {@return mostly one of the last, since the others are gone for good} */
        Optional<Ask> someAsk() {
            return some(asks);
        }

        /** {@return a grant, at times with a token that is not its own} */
        Optional<Held> someGrant() {
            return some(grants)
                    .map(held -> new Held(
                            held.name(),
                            held.demand(),
                            held.owner(),
                            random.nextInt(20) == 0 ? held.token() + 1 : held.token(),
                            Duration.ofMillis(pick(10, 200, 1_000, 5_000)),
                            random.nextInt(5) == 0 ? Duration.ofMillis(pick(0, 100)) : held.lockDelay()));
        }

        <T> Optional<T> some(List<T> list) {
            int recent = random.nextInt(10) == 0 ? list.size() : Math.min(list.size(), 8);
            return recent == 0 ? Optional.empty() : Optional.of(list.get(list.size() - 1 - random.nextInt(recent)));
        }

        TestSession anySession() {
            return sessions.get(random.nextInt(SESSIONS));
        }
    }
}
