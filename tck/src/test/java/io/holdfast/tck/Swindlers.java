package io.holdfast.tck;

import io.holdfast.InvalidLockException;
import io.holdfast.spi.Answer;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Demand;
import io.holdfast.spi.Held;
import io.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The dishonest sessions that {@link Sabotage} lists and that cheat those who use a lock through the engine. */
final class Swindlers {

    private Swindlers() {}

    static final class HidesGrantsFromPolls extends ForwardingSession {

        HidesGrantsFromPolls(StoreSession honest) {
            super(honest);
        }

        @Override
        public CompletionStage<Answer> poll(Ask ask) {
            return honest.poll(ask)
                    .thenApply(answer -> answer instanceof Answer.Granted
                            ? new Answer.Waiting(ask.grantLease(), HEARTBEAT, "somebody")
                            : answer);
        }
    }

    static final class AbandonsNothing extends ForwardingSession {

        AbandonsNothing(StoreSession honest) {
            super(honest);
        }

        @Override
        public CompletionStage<Boolean> abandon(Ask ask) {
            return CompletableFuture.completedFuture(true);
        }
    }

    static final class AbandonsOnlyWhoWaits extends ForwardingSession {

        AbandonsOnlyWhoWaits(StoreSession honest) {
            super(honest);
        }

        @Override
        public CompletionStage<Boolean> abandon(Ask ask) {
            boolean holds = now(inspect(ask.name())).stream()
                    .flatMap(lock -> lock.holders().stream())
                    .anyMatch(holder -> holder.owner().equals(ask.owner()));
            return holds ? CompletableFuture.completedFuture(true) : honest.abandon(ask);
        }
    }

    static final class QueuesWhoOnlyTries extends ForwardingSession {

        QueuesWhoOnlyTries(StoreSession honest) {
            super(honest);
        }

        @Override
        public CompletionStage<Answer> acquire(Ask ask, boolean join) {
            return honest.acquire(ask, true)
                    .thenApply(answer -> answer instanceof Answer.Waiting waiting && !join
                            ? new Answer.Busy(waiting.askAgain(), waiting.holder())
                            : answer);
        }
    }

    static final class OnlySaysThatItRenews extends ForwardingSession {

        OnlySaysThatItRenews(StoreSession honest) {
            super(honest);
        }

        @Override
        public List<CompletionStage<Optional<Duration>>> renew(List<Held> claims) {
            List<CompletionStage<Optional<Duration>>> answers = new ArrayList<>();
            claims.forEach(held -> answers.add(CompletableFuture.completedFuture(Optional.of(held.lease()))));
            return answers;
        }
    }

    static final class RefusesLongLeases extends ForwardingSession {

        RefusesLongLeases(StoreSession honest) {
            super(honest);
        }

        @Override
        public CompletionStage<Answer> acquire(Ask ask, boolean join) {
            return ask.lease().compareTo(Duration.ofDays(1)) > 0
                    ? CompletableFuture.failedFuture(
                            new InvalidLockException(ask.name(), "This lease is too long.", null))
                    : super.acquire(ask, join);
        }
    }

    static final class KeepsTheLocksOfTheDead extends ForwardingSession {

        KeepsTheLocksOfTheDead(StoreSession honest) {
            super(honest);
        }

        @Override
        Ask ask(Ask ask) {
            Duration hour = Duration.ofHours(1);
            return new Ask(ask.name(), ask.demand(), ask.owner(), hour, hour, ask.lockDelay(), ask.block());
        }
    }

    /** Keeps readers under a name of their own. */
    static final class HidesReadersFromWriters extends ForwardingSession {

        HidesReadersFromWriters(StoreSession honest) {
            super(honest);
        }

        @Override
        Ask ask(Ask ask) {
            return ask.demand().equals(Demand.READ) ? rename(ask, ask.name() + ":readers", ask.owner()) : ask;
        }

        @Override
        Held held(Held held) {
            return held.demand().equals(Demand.READ)
                    ? rename(held, held.name() + ":readers", held.owner(), held.token())
                    : held;
        }
    }

    /** Has one deadline for all who hold a lock together. */
    static final class RenewsForAll extends ForwardingSession {

        RenewsForAll(StoreSession honest) {
            super(honest);
        }

        @Override
        public List<CompletionStage<Optional<Duration>>> renew(List<Held> claims) {
            for (Held held : claims) {
                now(inspect(held.name())).stream()
                        .flatMap(lock -> lock.holders().stream())
                        .forEach(holder ->
                                honest.renew(List.of(rename(held, held.name(), holder.owner(), holder.token()))));
            }
            return honest.renew(claims);
        }
    }

    static final class CountsPermitsAsOne extends ForwardingSession {

        CountsPermitsAsOne(StoreSession honest) {
            super(honest);
        }

        @Override
        Ask ask(Ask ask) {
            return demanding(ask, Demand.permits(1, ask.demand().capacity()));
        }
    }

    static final class HasAnyNumberOfPermits extends ForwardingSession {

        HasAnyNumberOfPermits(StoreSession honest) {
            super(honest);
        }

        @Override
        Ask ask(Ask ask) {
            return demanding(ask, Demand.permits(ask.demand().units(), 1_000));
        }
    }

    private static Ask demanding(Ask ask, Demand demand) {
        return new Ask(ask.name(), demand, ask.owner(), ask.lease(), ask.grantLease(), ask.lockDelay(), ask.block());
    }
}
