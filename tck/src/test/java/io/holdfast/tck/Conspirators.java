package io.holdfast.tck;

import io.holdfast.spi.Answer;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Freed;
import io.holdfast.spi.Held;
import io.holdfast.spi.StoreSession;
import io.holdfast.spi.Tokens;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** The dishonest sessions that {@link Sabotage} lists and that need to agree with each other. */
final class Conspirators {

    private Conspirators() {}

    /** The tokens that owners really have. */
    static final class RealTokens extends ConcurrentHashMap<String, Long> {
        private static final long serialVersionUID = 1L;
    }

    static final class RepeatsTokens extends ForwardingSession {

        private final RealTokens tokens;

        RepeatsTokens(StoreSession honest, RealTokens tokens) {
            super(honest);
            this.tokens = tokens;
        }

        @Override
        Answer answer(Ask ask, Answer answer) {
            if (answer instanceof Answer.Granted granted) {
                tokens.put(ask.owner(), granted.tokens().first());
                return new Answer.Granted(new Tokens(7, 7), granted.validFor());
            }
            return answer;
        }

        @Override
        Held held(Held held) {
            return rename(held, held.name(), held.owner(), tokens.getOrDefault(held.owner(), held.token()));
        }
    }

    /** Who waits, by lock, the last to come first. */
    static final class Stack extends ConcurrentHashMap<String, Deque<String>> {
        private static final long serialVersionUID = 1L;
    }

    static final class ServesTheLastFirst extends ForwardingSession {

        private final Stack stack;

        ServesTheLastFirst(StoreSession honest, Stack stack) {
            super(honest);
            this.stack = stack;
        }

        @Override
        public CompletionStage<Answer> acquire(Ask ask, boolean join) {
            return honest.acquire(ask, false).thenApply(answer -> {
                if (join && answer instanceof Answer.Busy busy) {
                    stack.computeIfAbsent(ask.name(), name -> new ArrayDeque<>())
                            .push(ask.owner());
                    return new Answer.Waiting(ask.grantLease(), busy.askAgain(), busy.holder());
                }
                return answer;
            });
        }

        @Override
        public CompletionStage<Answer> poll(Ask ask) {
            Deque<String> waiting = stack.getOrDefault(ask.name(), new ArrayDeque<>());
            if (!waiting.contains(ask.owner())) {
                return honest.poll(ask);
            }
            Answer answer = waiting.peek().equals(ask.owner()) ? now(honest.acquire(ask, false)) : new Answer.Gone();
            if (answer instanceof Answer.Granted) {
                waiting.pop();
                return CompletableFuture.completedFuture(answer);
            }
            return CompletableFuture.completedFuture(
                    new Answer.Waiting(ask.grantLease(), Duration.ofMillis(1), "somebody"));
        }
    }

    /** Owner ids that stand for others. */
    static final class Aliases extends ConcurrentHashMap<String, String> {
        private static final long serialVersionUID = 1L;
    }

    /** Does not release at all, but lets the new claim go on with the old one's grant. */
    static final class RejoinsInFront extends ForwardingSession {

        private final Aliases aliases;

        RejoinsInFront(StoreSession honest, Aliases aliases) {
            super(honest);
            this.aliases = aliases;
        }

        @Override
        Ask ask(Ask ask) {
            return rename(ask, ask.name(), aliases.getOrDefault(ask.owner(), ask.owner()));
        }

        @Override
        Held held(Held held) {
            return rename(held, held.name(), aliases.getOrDefault(held.owner(), held.owner()), held.token());
        }

        @Override
        public CompletionStage<Freed> release(Held held, Duration keepFor, Optional<Ask> rejoin) {
            Optional<Duration> left =
                    rejoin.flatMap(ask -> now(renew(List.of(held)).get(0)));
            if (left.isEmpty()) {
                return super.release(held, keepFor, rejoin);
            }
            aliases.put(rejoin.orElseThrow().owner(), held(held).owner());
            Answer answer = new Answer.Granted(new Tokens(held.token(), held.token()), left.get());
            return CompletableFuture.completedFuture(new Freed(true, Optional.of(answer)));
        }
    }

    /** Who waits, and when it was heard of last. */
    static final class Sightings extends ConcurrentHashMap<Ask, Long> {
        private static final long serialVersionUID = 1L;

        Answer note(Ask ask, Answer answer) {
            if (answer instanceof Answer.Waiting) {
                put(ask, System.nanoTime());
            } else {
                remove(ask);
            }
            return answer;
        }
    }

    static final class KeepsTheDeadAlive extends ForwardingSession {

        private final Sightings seen;

        KeepsTheDeadAlive(StoreSession honest, Sightings seen) {
            super(honest);
            this.seen = seen;
        }

        @Override
        Answer answer(Ask ask, Answer answer) {
            List.copyOf(seen.keySet()).forEach(honest::poll);
            return seen.note(ask, answer);
        }
    }

    static final class DropsTheSilent extends ForwardingSession {

        private final Sightings seen;

        DropsTheSilent(StoreSession honest, Sightings seen) {
            super(honest);
            this.seen = seen;
        }

        @Override
        Answer answer(Ask ask, Answer answer) {
            return seen.note(ask, answer);
        }

        @Override
        public CompletionStage<Freed> release(Held held, Duration keepFor, Optional<Ask> rejoin) {
            long dead = System.nanoTime() - DEAD_AFTER.toNanos();
            Map.copyOf(seen).forEach((ask, time) -> {
                if (time - dead < 0) {
                    honest.abandon(ask);
                }
            });
            return super.release(held, keepFor, rejoin);
        }
    }

    /** How often an owner id was abandoned. */
    static final class Lives extends ConcurrentHashMap<String, Integer> {
        private static final long serialVersionUID = 1L;
    }

    static final class LeavesNoMark extends ForwardingSession {

        private final Lives lives;

        LeavesNoMark(StoreSession honest, Lives lives) {
            super(honest);
            this.lives = lives;
        }

        @Override
        Ask ask(Ask ask) {
            return rename(ask, ask.name(), ask.owner() + "#" + lives.getOrDefault(ask.owner(), 0));
        }

        @Override
        Held held(Held held) {
            return rename(held, held.name(), held.owner() + "#" + lives.getOrDefault(held.owner(), 0), held.token());
        }

        @Override
        public CompletionStage<Boolean> abandon(Ask ask) {
            return super.abandon(ask).thenApply(certain -> {
                lives.merge(ask.owner(), 1, Integer::sum);
                return certain;
            });
        }
    }
}
