package io.holdfast.redis;

import io.holdfast.InvalidLockException;
import io.holdfast.LockInfo;
import io.holdfast.LockKind;
import io.holdfast.StoreUnavailableException;
import io.holdfast.redis.Grants.Grant;
import io.holdfast.spi.Answer;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Freed;
import io.holdfast.spi.Held;
import io.holdfast.spi.Page;
import io.holdfast.spi.SessionContext;
import io.holdfast.spi.StoreSession;
import io.holdfast.spi.Tokens;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** One client's connections to the nodes of a quorum. There is no queue: who does not get the lock asks again. */
final class QuorumSession implements StoreSession {

    private static final Answer GONE = new Answer.Gone();

    private final QuorumNodes nodes;
    private final QuorumSettings settings;
    private final QuorumAcquire acquire;
    private final QuorumRenewals renewals;
    private final QuorumInspection inspection;
    private final Runnable closing;

    private final Grants grants;

    /**
     * Nothing is connected yet.
     *
     * @param description what the store is called
     * @param connectors how to connect to each node, by what it is called
     * @param settings what was chosen
     * @param context the engine's
     * @param closing what to do in the end
     */
    QuorumSession(
            String description,
            Map<String, Connector> connectors,
            QuorumSettings settings,
            SessionContext context,
            Runnable closing) {
        this.settings = settings;
        this.closing = closing;
        this.grants = new Grants(context.environment().clock());
        this.nodes = new QuorumNodes(description, connectors, context, settings);
        this.acquire = new QuorumAcquire(
                nodes, context.environment(), settings, context.client().id(), grants);
        this.renewals = new QuorumRenewals(nodes, settings, context.client().id(), grants);
        this.inspection = new QuorumInspection(nodes, settings.common());
    }

    @Override
    public CompletionStage<Void> ready() {
        return nodes.ready();
    }

    @Override
    public CompletionStage<Answer> acquire(Ask ask, boolean join) {
        if (ask.demand().kind() == LockKind.SEMAPHORE) {
            return CompletableFuture.failedFuture(new InvalidLockException(ask.name(), RedlockStore.NO_PERMITS, null));
        }
        grants.asks(ask.owner());
        return acquire.acquire(ask, join).whenComplete((answer, error) -> grants.nothing(ask.owner()));
    }

    /** Nobody waits in a queue, so that there is nothing to look after but a grant. */
    @Override
    public CompletionStage<Answer> poll(Ask ask) {
        if (nodes.isClosed()) {
            return CompletableFuture.failedFuture(closed(ask.name()));
        }
        Optional<Grant> grant = grants.held(ask.owner());
        return grant.isEmpty()
                ? CompletableFuture.completedFuture(GONE)
                : inspection.left(ask).thenApply(left -> granted(grant.get(), left));
    }

    private Answer granted(Grant grant, Optional<Duration> left) {
        return left.isEmpty() ? GONE : new Answer.Granted(grant.tokens(), settings.valid(left.get()));
    }

    @Override
    public List<CompletionStage<Optional<Duration>>> renew(List<Held> claims) {
        return renewals.renew(claims);
    }

    @Override
    public CompletionStage<Freed> release(Held held, Duration keepFor, Optional<Ask> rejoin) {
        Grant grant = grants.find(held.owner()).orElseGet(() -> unknown(held));
        grants.givesBack(held.owner());
        // Who comes again asks anew, like all others: there is no queue to join.
        Optional<Answer> again = rejoin.map(ask -> new Answer.Busy(settings.shortestDelay(), ""));
        return new QuorumRelease(nodes, settings.common(), held, grant)
                .start(keepFor)
                .thenApply(wasHeld -> {
                    grants.end(held.owner());
                    return new Freed(wasHeld, again);
                });
    }

    private Grant unknown(Held held) {
        return new Grant(
                QuorumClaim.of(settings.common().prefix(), held.name(), held.demand(), held.owner()),
                new Tokens(held.token(), held.token()),
                "");
    }

    /** What a majority knows to be given up can never be had again: a late copy of a request gets too few votes. */
    @Override
    public CompletionStage<Boolean> abandon(Ask ask) {
        grants.end(ask.owner());
        List<QuorumClaim> claims = QuorumClaim.ids(ask.owner(), settings.tries()).stream()
                .map(id -> QuorumClaim.of(settings.common().prefix(), ask.name(), ask.demand(), id))
                .toList();
        VoteCount givenUp = new VoteCount(nodes);
        CompletableFuture<Boolean> answer = new CompletableFuture<>();
        for (QuorumNode node : nodes.all()) {
            var unused = acquire.giveUp(node, ask, claims.get(0).kind(), claims).whenComplete((done, error) -> {
                synchronized (givenUp) {
                    givenUp.add(node, done, error);
                    if (givenUp.isCarried()) {
                        answer.complete(true);
                    } else if (givenUp.isOver()) {
                        answer.completeExceptionally(
                                givenUp.noQuorum(ask.name(), "Giving up the lock '" + ask.name() + "'"));
                    }
                }
            });
        }
        return answer;
    }

    @Override
    public CompletionStage<Optional<LockInfo>> inspect(String name) {
        return inspection.inspect(name);
    }

    @Override
    public CompletionStage<Page> list(String prefix, Optional<String> cursor, int limit) {
        return inspection.list(prefix, cursor, limit);
    }

    private RuntimeException closed(String name) {
        return new StoreUnavailableException(
                name, nodes.description() + " cannot be used now: its session is closed.", null);
    }

    @Override
    public void close() {
        var unused = nodes.close().whenComplete((done, error) -> closing.run());
    }
}
