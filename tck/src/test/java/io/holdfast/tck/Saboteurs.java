package io.holdfast.tck;

import io.holdfast.ClaimInfo;
import io.holdfast.LockInfo;
import io.holdfast.spi.Answer;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Demand;
import io.holdfast.spi.Freed;
import io.holdfast.spi.Held;
import io.holdfast.spi.Page;
import io.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;

/** The dishonest sessions that {@link Sabotage} lists, each of which does one thing wrong. */
final class Saboteurs {

    private Saboteurs() {}

    static final class IsEveryKindAtOnce extends ForwardingSession {

        IsEveryKindAtOnce(StoreSession honest) {
            super(honest);
        }

        @Override
        Ask ask(Ask ask) {
            return rename(ask, ask.name() + ask.demand().kind(), ask.owner());
        }

        @Override
        Held held(Held held) {
            return rename(held, held.name() + held.demand().kind(), held.owner(), held.token());
        }
    }

    static final class ReleasesForAnyone extends ForwardingSession {

        ReleasesForAnyone(StoreSession honest) {
            super(honest);
        }

        @Override
        public CompletionStage<Freed> release(Held held, Duration keepFor, Optional<Ask> rejoin) {
            return now(inspect(held.name()))
                    .flatMap(lock -> lock.holders().stream().findFirst())
                    .map(owner ->
                            honest.release(rename(held, held.name(), owner.owner(), owner.token()), keepFor, rejoin))
                    .orElseGet(() -> honest.release(held, keepFor, rejoin));
        }
    }

    static final class IgnoresTokens extends ForwardingSession {

        IgnoresTokens(StoreSession honest) {
            super(honest);
        }

        @Override
        Held held(Held held) {
            return now(inspect(held.name())).stream()
                    .flatMap(lock -> lock.holders().stream())
                    .filter(holder -> holder.owner().equals(held.owner()))
                    .map(holder -> rename(held, held.name(), held.owner(), holder.token()))
                    .findFirst()
                    .orElse(held);
        }
    }

    static final class DoesNotStayTaken extends ForwardingSession {

        DoesNotStayTaken(StoreSession honest) {
            super(honest);
        }

        @Override
        public CompletionStage<Freed> release(Held held, Duration keepFor, Optional<Ask> rejoin) {
            return honest.release(held, Duration.ZERO, rejoin);
        }
    }

    static final class ForgetsTheLockDelay extends ForwardingSession {

        ForgetsTheLockDelay(StoreSession honest) {
            super(honest);
        }

        @Override
        Ask ask(Ask ask) {
            return new Ask(
                    ask.name(), ask.demand(), ask.owner(), ask.lease(), ask.grantLease(), Duration.ZERO, ask.block());
        }
    }

    static final class RevivesByRenewal extends ForwardingSession {

        RevivesByRenewal(StoreSession honest) {
            super(honest);
        }

        @Override
        public List<CompletionStage<Optional<Duration>>> renew(List<Held> claims) {
            List<CompletionStage<Optional<Duration>>> answers = new ArrayList<>();
            for (Held held : claims) {
                answers.add(honest.renew(List.of(held)).get(0).thenApply(left -> {
                    if (left.isEmpty()) {
                        acquire(
                                new Ask(
                                        held.name(),
                                        held.demand(),
                                        held.owner() + "'",
                                        held.lease(),
                                        held.lease(),
                                        held.lockDelay(),
                                        1),
                                false);
                    }
                    return Optional.of(left.orElse(held.lease()));
                }));
            }
            return answers;
        }
    }

    static final class RenewsForLess extends ForwardingSession {

        RenewsForLess(StoreSession honest) {
            super(honest);
        }

        @Override
        public List<CompletionStage<Optional<Duration>>> renew(List<Held> claims) {
            List<CompletionStage<Optional<Duration>>> answers = new ArrayList<>();
            for (Held held : claims) {
                answers.add(honest.renew(List.of(held)).get(0).thenApply(left -> left.map(time -> held.lease())));
            }
            return answers;
        }
    }

    static final class JoinsByPoll extends ForwardingSession {

        JoinsByPoll(StoreSession honest) {
            super(honest);
        }

        @Override
        public CompletionStage<Answer> poll(Ask ask) {
            return honest.acquire(ask, true);
        }
    }

    static final class AbandonsOnlyWhatIsHeld extends ForwardingSession {

        AbandonsOnlyWhatIsHeld(StoreSession honest) {
            super(honest);
        }

        @Override
        public CompletionStage<Boolean> abandon(Ask ask) {
            boolean waits = now(inspect(ask.name())).stream()
                    .flatMap(lock -> lock.waiters().stream())
                    .map(ClaimInfo::owner)
                    .anyMatch(ask.owner()::equals);
            return waits ? CompletableFuture.completedFuture(false) : honest.abandon(ask);
        }
    }

    static final class Renames extends ForwardingSession {

        private final UnaryOperator<String> rule;

        Renames(StoreSession honest, UnaryOperator<String> rule) {
            super(honest);
            this.rule = rule;
        }

        @Override
        Ask ask(Ask ask) {
            return rename(ask, rule.apply(ask.name()), ask.owner());
        }

        @Override
        Held held(Held held) {
            return rename(held, rule.apply(held.name()), held.owner(), held.token());
        }

        @Override
        public CompletionStage<Optional<LockInfo>> inspect(String name) {
            return honest.inspect(rule.apply(name))
                    .thenApply(found -> found.map(
                            lock -> new LockInfo(name, lock.kind(), lock.capacity(), lock.holders(), lock.waiters())));
        }
    }

    /** Takes what it can get of several locks, and says so. */
    static final class GrantsOnlyAPart extends ForwardingSession {

        GrantsOnlyAPart(StoreSession honest) {
            super(honest);
        }

        @Override
        public CompletionStage<List<Answer>> acquireAll(List<Ask> asks) {
            return CompletableFuture.completedFuture(
                    asks.stream().map(ask -> now(honest.acquire(ask, false))).toList());
        }
    }

    static final class HasOnePermitTooMany extends ForwardingSession {

        HasOnePermitTooMany(StoreSession honest) {
            super(honest);
        }

        @Override
        Ask ask(Ask ask) {
            Demand demand = ask.demand();
            Demand more = new Demand(demand.kind(), demand.capacity() + 1, demand.units());
            return demand.exclusive()
                    ? ask
                    : new Ask(
                            ask.name(), more, ask.owner(), ask.lease(), ask.grantLease(), ask.lockDelay(), ask.block());
        }
    }

    static final class HidesWhoWaits extends ForwardingSession {

        HidesWhoWaits(StoreSession honest) {
            super(honest);
        }

        @Override
        public CompletionStage<Optional<LockInfo>> inspect(String name) {
            return honest.inspect(name)
                    .thenApply(found -> found.map(
                            lock -> new LockInfo(name, lock.kind(), lock.capacity(), lock.holders(), List.of())));
        }
    }

    static final class RenewsWhenLookedAt extends ForwardingSession {

        RenewsWhenLookedAt(StoreSession honest) {
            super(honest);
        }

        @Override
        public CompletionStage<Optional<LockInfo>> inspect(String name) {
            return honest.inspect(name).thenApply(found -> {
                found.ifPresent(lock -> lock.holders()
                        .forEach(holder -> honest.renew(List.of(new Held(
                                name,
                                Demand.MUTEX,
                                holder.owner(),
                                holder.token(),
                                Duration.ofSeconds(10),
                                Duration.ZERO)))));
                return found;
            });
        }
    }

    /** Releases, and then asks as anybody would. */
    static final class LetsWritersInBetween extends ForwardingSession {

        LetsWritersInBetween(StoreSession honest) {
            super(honest);
        }

        @Override
        public CompletionStage<Answer> downgrade(Held writer, Ask reader) {
            now(honest.release(writer, Duration.ZERO, Optional.empty()));
            return honest.acquire(reader, true);
        }
    }

    static final class StartsARepeatedReaderAnew extends ForwardingSession {

        StartsARepeatedReaderAnew(StoreSession honest) {
            super(honest);
        }

        @Override
        public CompletionStage<Answer> downgrade(Held writer, Ask reader) {
            return honest.downgrade(writer, reader)
                    .thenApply(answer -> answer instanceof Answer.Granted granted
                            ? new Answer.Granted(granted.tokens(), reader.lease())
                            : answer);
        }
    }

    static final class MakesAReaderOfAnyone extends ForwardingSession {

        MakesAReaderOfAnyone(StoreSession honest) {
            super(honest);
        }

        @Override
        public CompletionStage<Answer> downgrade(Held writer, Ask reader) {
            return honest.downgrade(writer, reader)
                    .thenCompose(answer -> answer instanceof Answer.Gone
                            ? honest.acquire(reader, false)
                            : CompletableFuture.completedFuture(answer));
        }
    }

    static final class OnlySaysThatItResizes extends ForwardingSession {

        OnlySaysThatItResizes(StoreSession honest) {
            super(honest);
        }

        @Override
        public CompletionStage<Boolean> resize(String name, int from, int to) {
            return CompletableFuture.completedFuture(true);
        }
    }

    /** Does not compare the number that the caller knows. */
    static final class ResizesWhateverItWas extends ForwardingSession {

        ResizesWhateverItWas(StoreSession honest) {
            super(honest);
        }

        @Override
        public CompletionStage<Boolean> resize(String name, int from, int to) {
            int real = now(honest.inspect(name)).map(LockInfo::capacity).orElse(from);
            return honest.resize(name, real, to);
        }
    }

    /** Lists locks without saying whose the claims are. */
    static final class ShowsNoClients extends ForwardingSession {

        ShowsNoClients(StoreSession honest) {
            super(honest);
        }

        @Override
        public CompletionStage<Page> list(String prefix, Optional<String> cursor, int limit) {
            return honest.list(prefix, cursor, limit)
                    .thenApply(page -> new Page(
                            page.locks().stream().map(ShowsNoClients::anonymous).toList(), page.next()));
        }

        private static LockInfo anonymous(LockInfo lock) {
            return new LockInfo(
                    lock.name(), lock.kind(), lock.capacity(), anonymous(lock.holders()), anonymous(lock.waiters()));
        }

        private static List<ClaimInfo> anonymous(List<ClaimInfo> claims) {
            return claims.stream()
                    .map(claim -> new ClaimInfo(
                            claim.owner(),
                            Optional.empty(),
                            claim.units(),
                            claim.token(),
                            claim.age(),
                            claim.remaining(),
                            claim.note()))
                    .toList();
        }
    }
}
