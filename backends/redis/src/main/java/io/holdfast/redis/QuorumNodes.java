package io.holdfast.redis;

import io.holdfast.NoQuorumException;
import io.holdfast.StoreConfigurationException;
import io.holdfast.spi.Environment;
import io.holdfast.spi.SessionContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The masters of a quorum. A majority is one of all that were named, whether or not they can be reached. */
final class QuorumNodes {

    private static final Logger log = LoggerFactory.getLogger(QuorumNodes.class);

    /** How long the last ones are waited for at the start when a majority is there. */
    private static final Duration STRAGGLERS = Duration.ofMillis(500);

    private final String description;
    private final Environment environment;
    private final Settings settings;
    private final List<QuorumNode> nodes = new ArrayList<>();
    private volatile boolean closed;

    /**
     * Nothing is connected yet.
     *
     * @param description what the store is called
     * @param connectors how to connect to each, by what it is called
     * @param context the session's
     * @param settings what was chosen
     */
    QuorumNodes(
            String description, Map<String, Connector> connectors, SessionContext context, QuorumSettings settings) {
        this.description = description;
        this.environment = context.environment();
        this.settings = settings.common();
        connectors.forEach(
                (address, connector) -> nodes.add(new QuorumNode(address, connector, context, settings, this)));
        if (nodes.size() % 2 == 0) {
            log.warn(
                    "{} has {} nodes: it stands the loss of no more nodes than with {}, and one more can fail",
                    description,
                    nodes.size(),
                    nodes.size() - 1);
        }
    }

    List<QuorumNode> all() {
        return nodes;
    }

    int size() {
        return nodes.size();
    }

    /** {@return how many are more than half} */
    int majority() {
        return nodes.size() / 2 + 1;
    }

    /** {@return how many must say no, so that there can be no majority} */
    int minority() {
        return nodes.size() - majority() + 1;
    }

    String description() {
        return description;
    }

    /** Complains if a node is the same server as another. */
    void checkIsNoOther(QuorumNode node) {
        String id = Objects.requireNonNull(node.standing().runId());
        for (QuorumNode other : nodes) {
            if (other != node && id.equals(other.standing().runId())) {
                throw new StoreConfigurationException(
                        null,
                        description + " cannot be used like this: " + other + " and " + node
                                + " are the same server, which would vote twice. Name each once.",
                        null);
            }
        }
    }

    /** {@return whether a node's clock is about as the others'; one that is far off has no vote} */
    boolean isClockRight(QuorumNode node) {
        Long its = node.standing().clockOffset();
        List<Long> known = new ArrayList<>();
        for (QuorumNode each : nodes) {
            Long offset = each.standing().clockOffset();
            if (offset != null) {
                known.add(offset);
            }
        }
        if (its == null || known.size() < 2) {
            return true;
        }
        known.sort(null);
        int middle = known.size() / 2;
        long median = known.size() % 2 == 1
                ? known.get(middle)
                : known.get(middle - 1) + (known.get(middle) - known.get(middle - 1)) / 2;
        return Math.abs(its - median) <= QuorumSettings.CLOCK_ALLOWANCE.toNanos();
    }

    /** {@return completes when a majority was reached, and nothing is wrong with those that were} */
    CompletableFuture<Void> ready() {
        Gathered gathered = new Gathered();
        long within = settings.connectTimeout().plus(settings.commandTimeout()).toNanos();
        Environment.Cancellable timer = environment.scheduler().schedule(gathered::end, within);
        var unused = gathered.ready.whenComplete((done, error) -> timer.cancel());
        nodes.forEach(gathered::await);
        return gathered.ready;
    }

    /** Counts who is there at the start. */
    private final class Gathered {

        private final CompletableFuture<Void> ready = new CompletableFuture<>();
        private final List<String> missing = new ArrayList<>();
        private int there;

        void await(QuorumNode node) {
            var unused = node.ready().whenComplete((done, error) -> heard(node, error));
        }

        private void heard(QuorumNode node, @Nullable Throwable error) {
            boolean enough;
            boolean all;
            synchronized (this) {
                if (error == null) {
                    there++;
                } else {
                    missing.add(Votes.failure(node, error));
                }
                enough = error == null && there == majority();
                all = there + missing.size() == nodes.size();
            }
            if (error != null && Failures.cause(error) instanceof StoreConfigurationException wrong) {
                ready.completeExceptionally(wrong);
            } else if (all) {
                end();
            } else if (enough) {
                environment.scheduler().schedule(this::end, STRAGGLERS.toNanos());
            }
        }

        private void end() {
            String reasons;
            synchronized (this) {
                if (there >= majority()) {
                    ready.complete(null);
                    return;
                }
                reasons = missing.isEmpty() ? "nobody answered" : String.join("; ", missing);
            }
            ready.completeExceptionally(new NoQuorumException(
                    null,
                    description + " cannot be used now: " + there + " of " + nodes.size() + " nodes were reached, "
                            + majority() + " are needed (" + reasons + ").",
                    null));
        }
    }

    boolean isClosed() {
        return closed;
    }

    /** Ends all. {@return completes when the connections are closed} */
    CompletableFuture<Void> close() {
        closed = true;
        return CompletableFuture.allOf(nodes.stream().map(QuorumNode::close).toArray(CompletableFuture<?>[]::new));
    }
}
