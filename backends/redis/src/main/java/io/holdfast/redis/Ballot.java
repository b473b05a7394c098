package io.holdfast.redis;

import io.holdfast.redis.Votes.Kind;
import io.holdfast.redis.Votes.Vote;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Environment;
import io.holdfast.spi.Tokens;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One try to get a lock from a majority of the nodes, and with it a token that nobody else ever gets.
 *
 * <p>Each node's vote comes with a number: its counter, raised by the block that was asked for. If a majority names the
 * same number, that is the token: any other majority shares a node with this one, and that node never names it again. If
 * not, the highest and a block more is proposed in a second round, and counts if a majority takes it up while it still
 * holds the claim. Taking the highest alone would not do: two who follow each other could be told the same by different
 * nodes. A reader raises nothing, and takes the highest, which a majority has to know then.
 */
final class Ballot {

    /**
     * How it ended.
     *
     * @param tokens what it got, if it got the lock
     * @param left for how long a majority keeps it at least, in milliseconds
     * @param votes what was heard until then
     */
    record Outcome(@Nullable Tokens tokens, long left, List<Vote> votes) {}

    private final QuorumNodes nodes;
    private final Environment.Clock clock;
    private final QuorumSettings settings;
    private final Ask ask;
    private final QuorumClaim claim;
    private final Duration nodeTimeout;
    private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    private final List<Vote> votes = new ArrayList<>();
    private int open;
    private boolean decided;

    /**
     * Nothing is asked yet.
     *
     * @param nodes the nodes
     * @param clock the time
     * @param settings what was chosen
     * @param ask what is asked for
     * @param claim under what id
     */
    Ballot(QuorumNodes nodes, Environment.Clock clock, QuorumSettings settings, Ask ask, QuorumClaim claim) {
        this.nodes = nodes;
        this.clock = clock;
        this.settings = settings;
        this.ask = ask;
        this.claim = claim;
        this.nodeTimeout = settings.nodeTimeout(ask.lease());
        this.open = nodes.size();
    }

    /**
     * Asks all nodes at once.
     *
     * @param client who asks
     * @param memory how long nodes remember that it waits, to be told when the lock is free; zero if it does not
     */
    CompletableFuture<Outcome> start(String client, Duration memory) {
        String[] keys =
                claim.declared(claim.mark(), claim.keys().hints(), claim.keys().writer());
        String[] args = {
            claim.kind(),
            claim.id(),
            RedisSession.millis(ask.lease()),
            RedisSession.millis(ask.lockDelay()),
            Integer.toString(ask.block()),
            client,
            ask.note(),
            RedisSession.millis(memory)
        };
        for (QuorumNode node : nodes.all()) {
            long sent = clock.nanos();
            var unused = node.vote(
                            nodeTimeout,
                            ask.name(),
                            Script.QUORUM_ACQUIRE,
                            keys,
                            args,
                            reply -> read(node, sent, reply))
                    .whenComplete((vote, error) -> heard(error == null ? vote : failed(node, error)));
        }
        return outcome;
    }

    private Vote read(QuorumNode node, long sent, List<Object> reply) {
        int code = ((Long) reply.get(0)).intValue();
        if (code == 5) {
            return new Vote(node, Kind.INVALID, 0, 0, (String) reply.get(1));
        }
        node.standing().clock((Long) reply.get(1), sent + (clock.nanos() - sent) / 2);
        return switch (code) {
            case 1 -> new Vote(node, Kind.GRANTED, (Long) reply.get(2), (Long) reply.get(3), "");
            case 3 ->
                new Vote(node, Kind.BUSY, 0, (Long) reply.get(3), QuorumHolder.describe(claim.kind(), (String)
                        reply.get(4)));
            case 4 -> new Vote(node, Kind.GONE, 0, 0, "");
            default -> new Vote(node, Kind.AHEAD, 0, 0, "");
        };
    }

    private static Vote failed(QuorumNode node, Throwable error) {
        return new Vote(node, Kind.UNKNOWN, 0, 0, Votes.failure(node, error));
    }

    private void heard(Vote vote) {
        synchronized (this) {
            open--;
            if (decided) {
                return;
            }
            votes.add(vote);
        }
        decide();
    }

    /** Says no, goes on to the second round, or waits for more votes. */
    private void decide() {
        Outcome ended = null;
        List<Vote> differing = List.of();
        synchronized (this) {
            if (decided) {
                return;
            }
            List<Vote> granted = granted();
            Map<Long, Integer> same = new HashMap<>();
            granted.forEach(vote -> same.merge(vote.number(), 1, Integer::sum));
            int most = same.values().stream().mapToInt(count -> count).max().orElse(0);
            boolean out = votes.stream().anyMatch(vote -> vote.kind() == Kind.GONE || vote.kind() == Kind.INVALID);
            boolean hopeless =
                    granted.size() + open < nodes.majority() && (open == 0 || (settings.failFast() && isClear()));
            if (most >= nodes.majority()) {
                long number = same.entrySet().stream()
                        .filter(entry -> entry.getValue() >= nodes.majority())
                        .findFirst()
                        .orElseThrow()
                        .getKey();
                ended = granted(number, granted);
            } else if (out || hopeless) {
                ended = denied();
            } else if (granted.size() >= nodes.majority() && most + open < nodes.majority()) {
                differing = granted;
            }
            decided = ended != null || !differing.isEmpty();
        }
        if (ended != null) {
            outcome.complete(ended);
        } else if (!differing.isEmpty()) {
            agree(differing);
        }
    }

    /** {@return whether more votes would not change what is said: that it is busy, or that too few answer} */
    private boolean isClear() {
        long answered =
                votes.stream().filter(vote -> vote.kind() != Kind.UNKNOWN).count();
        return answered >= nodes.majority() || answered + open < nodes.majority();
    }

    private List<Vote> granted() {
        return votes.stream()
                .filter(vote -> vote.kind() == Kind.GRANTED && nodes.isClockRight(vote.node()))
                .toList();
    }

    private Outcome granted(long number, List<Vote> granted) {
        long left = granted.stream().mapToLong(Vote::until).min().orElseThrow();
        return new Outcome(tokens(number), left, granted);
    }

    private synchronized Outcome denied() {
        return new Outcome(
                null,
                0,
                votes.stream()
                        .map(vote -> nodes.isClockRight(vote.node()) ? vote : vote.withoutVote())
                        .toList());
    }

    private Tokens tokens(long number) {
        return claim.kind().equals("r") ? new Tokens(number, number) : new Tokens(number - ask.block() + 1, number);
    }

    /** The second round. */
    private void agree(List<Vote> granted) {
        long highest = granted.stream().mapToLong(Vote::number).max().orElseThrow();
        long number = claim.kind().equals("r") ? highest : highest + ask.block();
        Agreement agreement = new Agreement(number, granted);
        String[] args = {claim.kind(), claim.id(), Long.toString(number)};
        for (Vote vote : granted) {
            var unused = vote.node()
                    .vote(
                            nodeTimeout,
                            ask.name(),
                            Script.QUORUM_AGREE,
                            claim.declared(),
                            args,
                            reply -> (Long) reply.get(0) == 1)
                    .whenComplete((yes, error) -> agreement.heard(error == null && yes));
        }
    }

    /** Counts those that take a number up. */
    private final class Agreement {

        private final long number;
        private final List<Vote> granted;
        private int awaited;
        private int agreed;

        Agreement(long number, List<Vote> granted) {
            this.number = number;
            this.granted = granted;
            this.awaited = granted.size();
        }

        synchronized void heard(boolean yes) {
            awaited--;
            agreed += yes ? 1 : 0;
            if (agreed >= nodes.majority()) {
                outcome.complete(granted(number, granted));
            } else if (agreed + awaited < nodes.majority()) {
                outcome.complete(denied());
            }
        }
    }
}
