package io.holdfast.redis;

import io.holdfast.InvalidLockException;
import io.holdfast.redis.Ballot.Outcome;
import io.holdfast.redis.Grants.Grant;
import io.holdfast.redis.Votes.Kind;
import io.holdfast.redis.Votes.Vote;
import io.holdfast.spi.Answer;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Environment;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Asks a quorum for locks: tries again when votes were split, and takes back what a try in vain has got. */
final class QuorumAcquire {

    private static final Answer GONE = new Answer.Gone();
    private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(1);

    private final QuorumNodes nodes;
    private final Environment environment;
    private final QuorumSettings settings;
    private final String client;
    private final Grants grants;

    /**
     * Asks these nodes.
     *
     * @param nodes the nodes
     * @param environment the time, the timer and chance
     * @param settings what was chosen
     * @param client who asks
     * @param grants what owners got, unless it has been given up in the meantime
     */
    QuorumAcquire(QuorumNodes nodes, Environment environment, QuorumSettings settings, String client, Grants grants) {
        this.nodes = nodes;
        this.environment = environment;
        this.settings = settings;
        this.client = client;
        this.grants = grants;
    }

    CompletableFuture<Answer> acquire(Ask ask, boolean join) {
        return attempt(ask, join, 1);
    }

    private CompletableFuture<Answer> attempt(Ask ask, boolean join, int attempt) {
        QuorumClaim claim = QuorumClaim.of(settings.common().prefix(), ask, attempt);
        Duration memory = join ? settings.longestDelay().multipliedBy(4).plusSeconds(1) : Duration.ZERO;
        return new Ballot(nodes, environment.clock(), settings, ask, claim)
                .start(client, memory)
                .thenCompose(outcome -> {
                    if (outcome.tokens() == null) {
                        return denied(ask, join, attempt, claim, outcome);
                    }
                    if (!grants.keep(ask.owner(), new Grant(claim, outcome.tokens(), ask.note()))) {
                        takeBack(ask, claim, outcome.votes());
                        return CompletableFuture.completedFuture(GONE);
                    }
                    return CompletableFuture.completedFuture(
                            new Answer.Granted(outcome.tokens(), valid(ask, outcome.left())));
                });
    }

    private Duration valid(Ask ask, long left) {
        Duration told = settings.valid(Duration.ofMillis(left));
        Duration most = settings.valid(ask.lease());
        return told.compareTo(most) < 0 ? told : most;
    }

    private CompletableFuture<Answer> denied(Ask ask, boolean join, int attempt, QuorumClaim claim, Outcome outcome) {
        takeBack(ask, claim, outcome.votes());
        List<Vote> votes = outcome.votes();
        if (votes.stream().anyMatch(vote -> vote.kind() == Kind.GONE)) {
            return CompletableFuture.completedFuture(GONE);
        }
        for (Vote vote : votes) {
            if (vote.kind() == Kind.INVALID) {
                return CompletableFuture.failedFuture(invalid(ask, claim, vote));
            }
        }
        List<Vote> answered = votes.stream()
                .filter(vote -> vote.kind() == Kind.GRANTED || vote.kind() == Kind.BUSY || vote.kind() == Kind.AHEAD)
                .toList();
        Map<String, Long> others = answered.stream()
                .filter(vote -> vote.kind() == Kind.BUSY)
                .collect(Collectors.groupingBy(Vote::text, Collectors.counting()));
        boolean taken = others.values().stream().anyMatch(count -> count >= nodes.minority());
        if (!taken && answered.size() < nodes.majority()) {
            return CompletableFuture.failedFuture(
                    Votes.noQuorum(nodes, ask.name(), "The lock '" + ask.name() + "'", words(votes)));
        }
        long pause = taken
                ? delay(votes)
                : randomly(1, settings.nodeTimeout(ask.lease()).toNanos());
        if (!taken && attempt < settings.tries()) {
            CompletableFuture<Answer> next = new CompletableFuture<>();
            environment.scheduler().schedule(() -> Routed.forward(attempt(ask, join, attempt + 1), next), pause);
            return next;
        }
        if (join) {
            nodes.all().forEach(QuorumNode::listen);
        }
        return CompletableFuture.completedFuture(new Answer.Busy(Duration.ofNanos(pause), holder(others)));
    }

    /** {@return what each node said; some may not have been heard any more} */
    private List<String> words(List<Vote> votes) {
        return nodes.all().stream()
                .map(node -> votes.stream()
                        .filter(vote -> vote.node() == node)
                        .findFirst()
                        .map(Vote::describe)
                        .orElse(node + " has not answered yet"))
                .toList();
    }

    /** {@return when to ask again: at random, and not long after the lease of who holds it ends} */
    private long delay(List<Vote> votes) {
        long pause = randomly(
                settings.shortestDelay().toNanos(), settings.longestDelay().toNanos());
        long ends = votes.stream()
                .filter(vote -> vote.kind() == Kind.BUSY && vote.until() >= 0)
                .mapToLong(Vote::until)
                .max()
                .orElse(Long.MAX_VALUE);
        return Math.min(pause, TimeUnit.MILLISECONDS.toNanos(Math.max(1, Math.min(ends, LONGEST_PAUSE))));
    }

    private long randomly(long least, long most) {
        return least >= most ? least : environment.random().nextLong(least, most + 1);
    }

    private static String holder(Map<String, Long> others) {
        return others.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .map(entry -> entry.getKey() + " (" + entry.getValue() + " nodes)")
                .findFirst()
                .orElse("nobody: the votes were split between several who asked at once");
    }

    private static InvalidLockException invalid(Ask ask, QuorumClaim claim, Vote vote) {
        return new InvalidLockException(
                ask.name(),
                "The lock '" + ask.name() + "' cannot be a "
                        + LockType.of(ask.demand()).describe() + ": on the node " + vote.node() + " the key '"
                        + claim.keys().lock() + "' is a " + vote.text()
                        + ", of a lock of another kind or of somebody else. Use another name for one of them.",
                null);
    }

    /**
     * Gives back what a try in vain has got, whatever becomes of who asked. A node that has not answered yet is told on
     * the same connection, behind the request; or on another, with a mark that a late copy of it meets.
     */
    private void takeBack(Ask ask, QuorumClaim claim, List<Vote> votes) {
        for (QuorumNode node : nodes.all()) {
            boolean nothing = votes.stream()
                    .anyMatch(
                            vote -> vote.node() == node && vote.kind() != Kind.GRANTED && vote.kind() != Kind.UNKNOWN);
            if (!nothing) {
                giveUp(
                        node,
                        ask,
                        claim,
                        environment.clock().nanos() + ask.lease().toNanos(),
                        1);
            }
        }
    }

    private void giveUp(QuorumNode node, Ask ask, QuorumClaim claim, long until, int attempt) {
        var unused = giveUp(node, ask, claim.kind(), List.of(claim)).whenComplete((done, error) -> {
            long pause = Math.min(LONGEST_PAUSE, TimeUnit.MILLISECONDS.toNanos(50L << Math.min(attempt, 10)));
            if (error != null && environment.clock().nanos() + pause - until < 0 && !nodes.isClosed()) {
                environment.scheduler().schedule(() -> giveUp(node, ask, claim, until, attempt + 1), pause);
            }
        });
    }

    /** Sees to it that claims of one owner neither hold nor ever will, on one node. */
    CompletableFuture<Boolean> giveUp(QuorumNode node, Ask ask, String kind, List<QuorumClaim> claims) {
        Duration mark = ask.lease().plus(ask.lockDelay()).plus(settings.common().commandTimeout());
        String[] marks = claims.stream().map(QuorumClaim::mark).toArray(String[]::new);
        String[] args = new String[3 + claims.size()];
        args[0] = kind;
        args[1] = RedisSession.millis(ask.lockDelay());
        args[2] = RedisSession.millis(mark);
        for (int i = 0; i < claims.size(); i++) {
            args[3 + i] = claims.get(i).id();
        }
        return node.run(
                settings.common().commandTimeout(),
                ask.name(),
                Script.QUORUM_ABANDON,
                claims.get(0).declared(marks),
                args,
                reply -> true);
    }
}
