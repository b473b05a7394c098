package io.holdfast.redis;

import io.holdfast.redis.Grants.Grant;
import io.holdfast.spi.Held;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Renews many claims with few requests, on all nodes at once. A majority has to renew a claim; a node that has lost it is
 * given it again only if a majority carried it in the same round, for otherwise another may hold the lock by now.
 */
final class QuorumRenewals {

    private static final int CHUNK = 200;

    private final QuorumNodes nodes;
    private final QuorumSettings settings;
    private final String client;
    private final Grants grants;

    /**
     * Renews on these nodes.
     *
     * @param nodes the nodes
     * @param settings what was chosen
     * @param client whose claims they are
     * @param grants what owners got
     */
    QuorumRenewals(QuorumNodes nodes, QuorumSettings settings, String client, Grants grants) {
        this.nodes = nodes;
        this.settings = settings;
        this.client = client;
        this.grants = grants;
    }

    List<CompletionStage<Optional<Duration>>> renew(List<Held> claims) {
        List<Round> rounds = claims.stream().map(Round::new).toList();
        for (int from = 0; from < rounds.size(); from += CHUNK) {
            List<Round> some = rounds.subList(from, Math.min(rounds.size(), from + CHUNK));
            nodes.all().forEach(node -> renew(node, some));
        }
        return rounds.stream()
                .<CompletionStage<Optional<Duration>>>map(round -> round.answer)
                .toList();
    }

    private void renew(QuorumNode node, List<Round> rounds) {
        List<String> keys = new ArrayList<>();
        List<String> args = new ArrayList<>();
        for (Round round : rounds) {
            keys.addAll(List.of(round.claim.declared()));
            args.add(round.claim.kind());
            args.add(round.claim.id());
            args.add(RedisSession.millis(round.held.lease()));
            args.add(RedisSession.millis(round.held.lockDelay()));
        }
        var unused = node.vote(
                        settings.common().commandTimeout(),
                        rounds.get(0).held.name(),
                        Script.QUORUM_RENEW,
                        keys.toArray(String[]::new),
                        args.toArray(String[]::new),
                        reply -> reply)
                .whenComplete((reply, error) -> {
                    for (int i = 0; i < rounds.size(); i++) {
                        rounds.get(i).heard(node, error == null ? (Long) reply.get(i) : null, error);
                    }
                });
    }

    /** One claim, and what the nodes say of it. */
    private final class Round {

        private final Held held;
        private final QuorumClaim claim;
        private final CompletableFuture<Optional<Duration>> answer = new CompletableFuture<>();
        private final VoteCount renewed = new VoteCount(nodes);
        private final Set<QuorumNode> lost = new LinkedHashSet<>();
        private long least = Long.MAX_VALUE;

        Round(Held held) {
            this.held = held;
            this.claim = grants.find(held.owner())
                    .map(Grant::claim)
                    .orElseGet(
                            () -> QuorumClaim.of(settings.common().prefix(), held.name(), held.demand(), held.owner()));
        }

        void heard(QuorumNode node, @Nullable Long left, @Nullable Throwable error) {
            List<QuorumNode> toHeal = List.of();
            synchronized (this) {
                renewed.add(node, left == null ? null : left >= 0, error);
                if (left != null && left < 0) {
                    lost.add(node);
                } else if (left != null) {
                    least = Math.min(least, left);
                }
                if (renewed.isCarried() && !lost.isEmpty()) {
                    toHeal = List.copyOf(lost);
                    lost.clear();
                }
                conclude();
            }
            toHeal.forEach(this::heal);
        }

        private void conclude() {
            if (renewed.isCarried()) {
                grants.renewed(held.owner());
                answer.complete(Optional.of(settings.valid(Duration.ofMillis(least))));
            } else if (renewed.isRefused()) {
                grants.end(held.owner());
                answer.complete(Optional.empty());
            } else if (renewed.isOver()) {
                answer.completeExceptionally(
                        renewed.noQuorum(held.name(), "The renewal of the lock '" + held.name() + "'"));
            }
        }

        private void heal(QuorumNode node) {
            // Not if it was given back in the meantime.
            grants.held(held.owner()).ifPresent(grant -> {
                String[] args = {
                    claim.kind(),
                    claim.id(),
                    RedisSession.millis(held.lease().plus(held.lockDelay())),
                    Long.toString(grant.tokens().last()),
                    Long.toString(grant.tokens().last() - grant.tokens().first() + 1),
                    client,
                    grant.note()
                };
                var unused = node.run(
                        settings.common().commandTimeout(),
                        held.name(),
                        Script.QUORUM_HEAL,
                        claim.declared(claim.mark()),
                        args,
                        reply -> true);
            });
        }
    }
}
