package io.holdfast.redis;

import io.holdfast.redis.Grants.Grant;
import io.holdfast.spi.Held;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Gives one claim back to all nodes, and then tells one who waits. */
final class QuorumRelease {

    /** Readers share the lock, so that more than one may come. */
    private static final int SEVERAL = 16;

    private final QuorumNodes nodes;
    private final Settings settings;
    private final Held held;
    private final Grant grant;
    private final CompletableFuture<Boolean> answer = new CompletableFuture<>();
    private final VoteCount released;
    private @Nullable QuorumNode someWait;
    private boolean told;

    /**
     * Nothing is sent yet.
     *
     * @param nodes the nodes
     * @param settings what was chosen
     * @param held the claim
     * @param grant what is known of it
     */
    QuorumRelease(QuorumNodes nodes, Settings settings, Held held, Grant grant) {
        this.nodes = nodes;
        this.settings = settings;
        this.held = held;
        this.grant = grant;
        this.released = new VoteCount(nodes);
    }

    /**
     * Sends it to all.
     *
     * @param keepFor for how long the lock is to stay taken
     * @return whether the claim was held until now
     */
    CompletableFuture<Boolean> start(Duration keepFor) {
        QuorumClaim claim = grant.claim();
        String[] keys = claim.declared(claim.keys().hints(), claim.keys().writer());
        String[] args = {
            claim.kind(),
            claim.id(),
            RedisSession.millis(held.lockDelay()),
            RedisSession.millis(keepFor),
            Long.toString(grant.tokens().last())
        };
        for (QuorumNode node : nodes.all()) {
            var unused = node.vote(
                            settings.commandTimeout(), held.name(), Script.QUORUM_RELEASE, keys, args, reply -> reply)
                    .whenComplete((reply, error) -> heard(node, reply, error, !keepFor.isZero()));
        }
        return answer;
    }

    private void heard(QuorumNode node, @Nullable List<Object> reply, @Nullable Throwable error, boolean stays) {
        QuorumNode tells;
        synchronized (this) {
            released.add(node, reply == null ? null : (Long) reply.get(0) == 1, error);
            if (reply != null && (Long) reply.get(1) > 0 && someWait == null) {
                someWait = node;
            }
            conclude();
            tells = released.isCarried() && !stays && !told ? someWait : null;
            told |= tells != null;
        }
        if (tells != null) {
            tell(tells);
        }
    }

    private void conclude() {
        if (released.isCarried()) {
            answer.complete(true);
        } else if (released.isRefused()) {
            answer.complete(false);
        } else if (released.isOver() && released.isKnownToMajority()) {
            // A majority does not have it any more, and nothing says that it was lost before.
            answer.complete(true);
        } else if (released.isOver()) {
            answer.completeExceptionally(
                    released.noQuorum(held.name(), "The release of the lock '" + held.name() + "'"));
        }
    }

    private void tell(QuorumNode node) {
        LockKeys keys = grant.claim().keys();
        String many = Integer.toString(grant.claim().kind().equals("m") ? 1 : SEVERAL);
        var unused = node.run(
                settings.commandTimeout(),
                held.name(),
                Script.QUORUM_HINT,
                new String[] {keys.lock(), keys.hints()},
                new String[] {many},
                reply -> true);
    }
}
